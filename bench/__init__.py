"""How fast Cambio is, beside its peers: `just bench`."""
