import { categoryRoutes, type StoredSpecification } from '@aisle/contract/catalog/categories';
import type { Product } from '@aisle/contract/catalog/products';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';

interface MissingFactsProps {
  specifications: readonly StoredSpecification[];
  values: Record<string, string | number | null>;
}
/** Names the required specifications that the product lacks, for example after an import. */
export function MissingFacts({ specifications, values }: MissingFactsProps) {
  const missing = specifications
    .filter(({ name, required }) => required && (values[name] ?? '') === '')
    .map(({ name }) => name);
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('en-US').format(missing);
  return (
    <Alert color="yellow" variant="light">
      The category requires {names}.
    </Alert>
  );
}

/** The same on the page of a product, for users with access to categories. */
export function MissingFactsOf({ product: { categoryId, specifications } }: { product: Product }) {
  const may = useCan('category_list');
  const { data } = useQuery({
    ...read(categoryRoutes.specificationsOf, { params: { id: categoryId } }),
    enabled: may,
    meta: { quiet: true },
  });
  return data ? <MissingFacts specifications={data} values={specifications} /> : null;
}
