"""`python -m render.signorie FOLDER` draws samples."""

from render.kit.sample import main

if __name__ == "__main__":
    main("signorie")
