ALTER TABLE order_lines ADD COLUMN tax_source text;
