"""`python -m render.quo_vadis FOLDER` draws samples."""

from render.kit.sample import main

if __name__ == "__main__":
    main("quo_vadis")
