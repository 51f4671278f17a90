"""The games. Pure: values in, values out."""
