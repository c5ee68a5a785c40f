"""What alembic runs: it writes the migrations as SQL. Rondel sends that SQL itself."""

from alembic import context

context.configure(
    dialect_name="postgresql",
    dialect_opts={"paramstyle": "named"},
    output_buffer=context.config.attributes["sql"],
)
context.run_migrations()
