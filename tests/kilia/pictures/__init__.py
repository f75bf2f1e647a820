"""Pictures of Kilia: boards that random play hardly reaches, and which picture a question gets."""
