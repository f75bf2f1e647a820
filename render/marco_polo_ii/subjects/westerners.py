"""The characters from the West: merchants and ladies of Venice, and the Pope's legate."""

from math import cos, pi, sin

from render.marco_polo_ii.subjects.busts import Portrait


def draw_donata(portrait: Portrait) -> None:
    """Draw a lady with her hair in a net of pearls."""
    for x in (29, 71):
        portrait.oval(x, 50, 9, 13, 170, 60, 0.9)
        for i in range(4):
            portrait.line(((x - 8, 43 + i * 5), (x + 8, 47 + i * 5)), 0.5)
            portrait.line(((x + 8, 43 + i * 5), (x - 8, 47 + i * 5)), 0.5)
    portrait.draw_bust(60)
    hair = ((33, 54), (32, 40), (40, 29), (50, 26), (60, 29), (68, 40), (67, 54))
    portrait.polygon((*hair, (61, 42), (50, 39), (39, 42)), 190, 40, 0.7)
    for i in range(9):
        angle = pi + i * pi / 8
        portrait.oval(50 + 17 * cos(angle), 43 + 13 * sin(angle), 1.7, 1.7, 16, 20, 0.6)
    portrait.oval(50, 34, 2.6, 3, 235, 10, 0.5)
    portrait.polygon(((30, 88), (40, 84), (50, 100), (60, 84), (70, 88), (52, 114), (48, 114)), 190, 40, 0.8)
    for x, y in ((38, 87), (42, 93), (46, 98), (54, 98), (58, 93), (62, 87)):
        portrait.oval(x, y, 1.3, 1.3, 16, 20, 0.5)
    portrait.oval(50, 102, 2.6, 3.2, 40, 60, 0.6)


def draw_filippo(portrait: Portrait) -> None:
    """Draw a merchant in a flat cap, with a collar of fur."""
    portrait.draw_bust(170)
    portrait.draw_full_beard(86)
    portrait.polygon(((32, 45), (32, 34), (68, 34), (68, 45), (50, 41)), 215, 30, 0.8)
    portrait.polygon(((26, 36), (22, 27), (34, 17), (58, 14), (76, 22), (77, 32), (70, 37), (50, 34)), 150, 90, 0.9, 1)
    for i in range(6):
        portrait.line(((30 + i * 8, 34), (34 + i * 7, 20)), 0.5)
    for side in (-1, 1):
        inner, outer = 50 + side * 8, 50 + side * 27
        collar = ((50 + side * 13, 84), (outer, 87), (50 + side * 24, 122), (inner, 122), (inner, 100))
        portrait.polygon(collar, 90, 90, 0.8)
        for i in range(8):
            y = 90 + i * 4
            portrait.line(((50 + side * 12, y), (50 + side * 14, y + 3)), 0.5)
            portrait.line(((50 + side * 19, y + 1), (50 + side * 21, y + 4)), 0.5)


def draw_isabella(portrait: Portrait) -> None:
    """Draw a lady in a wimple below a crown of cloth."""
    portrait.polygon(((20, 104), (25, 60), (31, 36), (69, 36), (75, 60), (80, 104), (50, 116)), 16, 70, 0.9)
    portrait.draw_bust(120)
    for side in (-1, 1):
        fold = ((50 + side * 17, 42), (50 + side * 20, 60), (50 + side * 15, 79), (50, 84))
        portrait.polygon((*fold, (50, 96), (50 + side * 30, 100), (50 + side * 26, 58)), 10, 60, 0.8)
        for i in range(4):
            portrait.line(((50 + side * (18 + i * 2), 60 + i * 5), (50 + side * (8 + i * 4), 92 + i * 2)), 0.5)
    portrait.polygon(((31, 42), (28, 20), (36, 15), (50, 13), (64, 15), (72, 20), (69, 42), (50, 38)), 180, 60, 0.9)
    for i in range(7):
        x = 31 + i * 6.3
        portrait.line(((x, 39), (x - 1 + 0.3 * i, 18)), 0.6)
    portrait.polygon(((30, 42), (29, 35), (50, 31), (71, 35), (70, 42), (50, 38)), 30, 50, 0.8)
    for x in (36, 43, 50, 57, 64):
        portrait.oval(x, 38 - 0.1 * (14 - abs(x - 50)), 1.5, 1.5, 235, 10, 0.4)


def draw_tebaldo(portrait: Portrait) -> None:
    """Draw a bishop in his mitre."""
    for side in (-1, 1):
        band = ((50 + side * 15, 44), (50 + side * 20, 48), (50 + side * 23, 92), (50 + side * 17, 92))
        portrait.polygon(band, 70, 80, 0.7)
    portrait.draw_bust(40)
    portrait.draw_full_beard(92)
    portrait.polygon(((33, 45), (28, 24), (36, 14), (50, 3), (64, 14), (72, 24), (67, 45), (50, 41)), 30, 90, 1)
    portrait.polygon(((32.6, 44), (31.4, 37), (50, 33), (68.6, 37), (67.4, 44), (50, 40)), 190, 40, 0.7)
    portrait.polygon(((47.4, 34), (47.4, 8), (50, 4), (52.6, 8), (52.6, 34)), 190, 40, 0.6)
    for x, y in ((40, 24), (60, 24)):
        portrait.polygon(((x, y - 5), (x + 3.4, y), (x, y + 5), (x - 3.4, y)), 200, 30, 0.6)
    portrait.polygon(((40, 122), (40, 96), (60, 96), (60, 122)), 180, 50, 0.8)
    portrait.polygon(((48, 122), (48, 112), (43, 112), (43, 107), (48, 107), (48, 100), (52, 100)), 10, 10, 0.5)
    portrait.polygon(((52, 100), (52, 107), (57, 107), (57, 112), (52, 112), (52, 122), (48, 122)), 10, 10, 0.5)


def draw_vidal(portrait: Portrait) -> None:
    """Draw a man of wealth in a chaperon, whose tail hangs over his shoulder."""
    portrait.draw_bust(200)
    portrait.draw_goatee(10)
    portrait.polygon(((66, 42), (80, 48), (84, 68), (80, 102), (72, 110), (71, 76), (66, 56)), 120, 100, 0.9, 1)
    portrait.line(((74, 46), (77, 70), (75, 102)), 0.7)
    portrait.polygon(((36, 32), (29, 20), (43, 12), (62, 10), (77, 19), (70, 32)), 90, 110, 0.9, 1)
    for i in range(5):
        portrait.line(((40 + i * 6, 30), (38 + i * 8, 17)), 0.6)
    roll = ((28, 51), (24, 41), (31, 31), (50, 26), (69, 31), (76, 41), (72, 51), (63, 44), (50, 41), (37, 44))
    portrait.polygon(roll, 180, 70, 1, 1)
    for i in range(8):
        portrait.line(((30 + i * 5.6, 47 - 5 * sin(i * pi / 7)), (33 + i * 5, 32 - 5 * sin(i * pi / 7))), 0.7)
    portrait.polygon(((38, 84), (50, 102), (62, 84), (67, 87), (50, 114), (33, 87)), 20, 40, 0.8)
