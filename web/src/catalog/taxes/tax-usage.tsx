import { type Tax, taxRoutes } from '@aisle/contract/catalog/taxes';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText, RateText } from '../../ui/values/values.tsx';
import classes from './taxes.module.css';

/** The categories and products that use a tax, with links, and its past rates. */
export function TaxUsage({ tax }: { tax: Tax }) {
  const mayView = useCan('tax_view');
  const query = useQuery({
    ...read(taxRoutes.view, { params: { id: tax._id } }),
    enabled: mayView,
    meta: { quiet: true },
  });
  if (!query.data) return null;
  const { categories, categoryCount, productCount, chargedProductCount, rates } = query.data;
  const further = categoryCount - categories.length;
  return (
    <>
      <section className="grid gap-1" aria-label="Usage">
        <Text size="sm" fw={500}>
          Usage
        </Text>
        <Text size="sm">Charged on {pluralize(chargedProductCount, 'product')}, including inherited.</Text>
        {categories.length + productCount > 0 && (
          <ul className={`plain-list grid lined mt-1 text-sm ${classes.rows}`}>
            {categories.map(({ _id, name, path }) => (
              <li key={_id}>
                <ScreenLink to="/category" search={{ id: _id }}>
                  <bdi>{[...path.map((above) => above.name), name].join(' › ')}</bdi>
                </ScreenLink>
              </li>
            ))}
            {further > 0 && <li>and {formatCount(further)} more categories</li>}
            {productCount > 0 && (
              <li>
                <ScreenLink to="/products" search={{ taxId: tax._id }}>
                  {pluralize(productCount, 'product with', 'products with')} it
                </ScreenLink>
              </li>
            )}
          </ul>
        )}
      </section>
      {rates.length > 1 && (
        <section className="grid gap-1" aria-label="Rate history">
          <Text size="sm" fw={500}>
            Rate history
          </Text>
          <ul className={`plain-list grid lined mt-1 text-sm ${classes.rows}`}>
            {rates.map(({ at, by, from, to }) => (
              <li key={at}>
                <span>
                  {from !== null && (
                    <>
                      <RateText value={from} /> →{' '}
                    </>
                  )}
                  <RateText value={to} />
                </span>
                <span className="secondary">
                  <DateText value={at} /> · {by}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
