"""The characters from the East: an Indian lady, a mandarin, Mongols, the twins, and the Great Khan."""

from math import pi, sin

from render.marco_polo_ii.subjects.busts import Portrait


def draw_abha(portrait: Portrait) -> None:
    """Draw a lady in a veil, with pearls."""
    portrait.polygon(((16, 122), (20, 60), (30, 32), (50, 22), (70, 32), (80, 60), (84, 122)), 150, 80, 1)
    portrait.draw_bust(90)
    hair = ((33, 56), (34, 42), (42, 34), (50, 33), (58, 34), (66, 42), (67, 56))
    portrait.polygon((*hair, (62, 44), (50, 38), (38, 44)), 230, 10, 0.5)
    portrait.oval(50, 42, 1.7, 2.2, 245, 0, 0.4)
    portrait.line(((38, 44), (50, 39), (62, 44)), 0.8)
    for x, y in ((34, 66), (66, 66), (38, 90), (44, 95), (50, 97), (56, 95), (62, 90)):
        portrait.oval(x, y, 1.4, 1.4, 20, 20, 0.5)
    portrait.polygon(((16, 122), (22, 70), (33, 84), (44, 122)), 120, 60, 0.8)
    for i in range(7):
        portrait.line(((19 + i * 3, 118 - i), (26 + i * 2.4, 80 + i * 2)), 0.5)


def draw_de_wu(portrait: Portrait) -> None:
    """Draw a mandarin in a hat with wings."""
    portrait.draw_bust(140, 30)
    portrait.draw_goatee(23)
    portrait.polygon(((32, 46), (33, 28), (42, 20), (58, 20), (67, 28), (68, 46), (60, 40), (40, 40)), 225, 30)
    portrait.polygon(((36, 22), (38, 10), (50, 6), (62, 10), (64, 22)), 205, 40, 0.8)
    portrait.polygon(((32, 36), (2, 33), (2, 38), (32, 41)), 200, 20, 0.7)
    portrait.polygon(((68, 36), (98, 33), (98, 38), (68, 41)), 200, 20, 0.7)
    portrait.polygon(((34, 90), (38, 86), (50, 103), (62, 86), (66, 90), (50, 112)), 20, 30, 0.8)
    portrait.polygon(((41, 110), (59, 110), (59, 122), (41, 122)), 30, 40, 0.7)
    portrait.line(((44, 113), (56, 113)), 0.7)
    portrait.line(((44, 117), (56, 117)), 0.7)


def draw_gantulga(portrait: Portrait) -> None:
    """Draw a rider in a fur hat."""
    portrait.draw_bust(110, 50)
    portrait.draw_goatee()
    fur = ((29, 48), (26, 34), (32, 22), (50, 15), (68, 22), (74, 34), (71, 48))
    portrait.polygon((*fur, (64, 40), (36, 40)), 190, 50)
    portrait.polygon(((40, 20), (50, 2), (60, 20)), 140, 60, 0.8)
    portrait.oval(50, 3, 2.4, 2.4, 220, 10, 0.5)
    for i in range(17):
        arch = sin(i / 16 * pi)
        portrait.line(((28 + i * 2.75, 47 - 3 * arch), (27 + i * 2.9, 38 - 4 * arch)), 0.7)
    portrait.polygon(((10, 122), (20, 92), (34, 85), (44, 122)), 170, 50, 0.8)
    for i in range(8):
        portrait.line(((12 + i * 4, 120), (22 + i * 3, 92)), 0.6)


def draw_mailin(portrait: Portrait) -> None:
    """Draw the two travellers, a woman and a man."""
    woman, man = portrait.shift(-19, 20, 0.86), portrait.shift(19, 18, 0.86)
    woman.polygon(((30, 84), (28, 46), (36, 30), (50, 25), (64, 30), (72, 46), (70, 84)), 225, 20)
    woman.draw_bust(90, 30)
    woman.polygon(((34, 54), (38, 36), (50, 31), (62, 36), (66, 54), (58, 42), (42, 42)), 230, 10)
    woman.polygon(((42, 32), (40, 18), (50, 12), (60, 18), (58, 32)), 225, 20)
    woman.line(((34, 15), (66, 27)), 1.1)
    man.draw_bust(150, 34)
    man.polygon(((33, 48), (32, 34), (42, 24), (58, 24), (68, 34), (67, 48), (58, 41), (42, 41)), 220, 30)
    man.polygon(((44, 26), (46, 12), (54, 12), (56, 26)), 200, 30)


def draw_mongke(portrait: Portrait) -> None:
    """Draw the Great Khan in his crown, with strings of pearls."""
    portrait.draw_bust(170, 44)
    portrait.draw_goatee()
    spikes = ((28, 46), (24, 30), (30, 18), (40, 24), (50, 8), (60, 24), (70, 18), (76, 30), (72, 46))
    portrait.polygon((*spikes, (60, 40), (40, 40)), 120, 90, 1)
    portrait.oval(50, 27, 4.6, 5.4, 20, 60, 0.7)
    portrait.polygon(((30, 38), (70, 38), (70, 44), (30, 44)), 210, 20, 0.7)
    for i in range(7):
        portrait.oval(34 + i * 5.4, 41, 1.5, 1.5, 20, 20, 0.4)
    for x in (30, 70):
        for i in range(4):
            portrait.oval(x, 56 + i * 5, 1.6, 2, 30, 40, 0.5)
    portrait.polygon(((14, 122), (24, 90), (40, 88), (50, 106), (60, 88), (76, 90), (86, 122)), 60, 110)
    for i in range(9):
        portrait.line(((24 + i * 6, 94), (22 + i * 6.6, 120)), 0.6)


def draw_piedro(portrait: Portrait) -> None:
    """Draw a young Tatar in a tall felt hat, his hair in two plaits."""
    for side in (-1, 1):
        plait = ((50 + side * 15, 50), (50 + side * 20, 56), (50 + side * 21, 92), (50 + side * 17, 92))
        portrait.polygon(plait, 225, 20, 0.6)
    portrait.draw_bust(80, 46)
    portrait.draw_moustache()
    portrait.polygon(((34, 42), (40, 18), (46, 4), (54, 4), (60, 18), (66, 42)), 60, 120, 0.9)
    for x in (42, 50, 58):
        portrait.line(((x, 40), (50 + (x - 50) * 0.35, 6)), 0.5)
    portrait.polygon(((26, 38), (34, 31), (66, 31), (74, 38), (69, 47), (50, 43), (31, 47)), 205, 40, 0.9)
    portrait.polygon(((30, 122), (58, 92), (66, 84), (74, 89), (62, 122)), 170, 60, 0.8)
    for side in (-1, 1):
        for i in range(6):
            y = 58 + i * 6
            portrait.line(((50 + side * 16.4, y), (50 + side * 20.4, y + 3)), 0.6)
