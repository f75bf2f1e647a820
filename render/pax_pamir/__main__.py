"""`python -m render.pax_pamir FOLDER` draws samples."""

from render.kit.sample import main

if __name__ == "__main__":
    main("pax_pamir")
