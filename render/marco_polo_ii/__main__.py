"""`python -m render.marco_polo_ii FOLDER` draws samples."""

from render.kit.sample import main

if __name__ == "__main__":
    main("marco_polo_ii")
