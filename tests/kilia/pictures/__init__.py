"""Pictures of Kilia: boards that random play hardly reaches, and the picture of each question."""
