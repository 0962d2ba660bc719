-- Invoices of orders get numbers, from the next printed one on.
CREATE SEQUENCE invoice_number START 10001;

CREATE TABLE order_invoices (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('invoice_number'),
  issued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE UNIQUE INDEX order_invoices_by_number ON order_invoices (number);
SELECT restrict_to_locations('order_invoices');
CREATE POLICY placed_by_key ON order_invoices AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = order_invoices.location_id AND o.id = order_invoices.order_id));
SELECT append_only('order_invoices');
