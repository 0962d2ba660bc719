import { unitPrice } from '@aisle/contract/core/unit-price';
import type { Product } from '@aisle/contract/products';
import type { SubProduct } from '@aisle/contract/sub-products';
import { Text } from '@mantine/core';
import { sizeText } from '../ui/size-text.ts';
import { ActiveBadge } from '../ui/status-badge.tsx';
import { MoneyText, QuantityText } from '../ui/values.tsx';
import classes from './products.module.css';

/** "$2.00/lb", where that says more than the price does. */
function UnitPrice({ of: { price, salePrice, unit, unitSize, soldByWeight } }: { of: SubProduct }) {
  const text = unitPrice({ price: salePrice ?? price, unit, unitSize, soldByWeight });
  if (text === null) return null;
  return (
    <Text size="xs" c="dimmed" className="tabular">
      {text}
    </Text>
  );
}

export function SubProductTable({ product }: { product: Product }) {
  const { subProducts } = product;
  if (subProducts.length === 0) {
    return (
      <Text c="dimmed">
        None yet. A sub-product is what is sold: with a SKU, a unit and a price. Edit the product to add one.
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Sub-products">
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Name</th>
            <th className={classes.aside}>SKU</th>
            <th className={classes.aside}>Barcode</th>
            <th className={classes.aside}>Size</th>
            <th className={classes.right}>Price</th>
            <th className={`${classes.right} ${classes.aside}`}>Cost</th>
            <th className={classes.right}>In stock</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {subProducts.map((one) => (
            <tr key={one._id}>
              <td>
                <bdi>{one.name}</bdi>
                {Object.keys(one.optionValues).length > 0 && (
                  <Text size="xs" c="dimmed">
                    {Object.entries(one.optionValues)
                      .map(([name, value]) => `${name}: ${value}`)
                      .join(', ')}
                  </Text>
                )}
                {[one.sku, one.barcode].filter(Boolean).map((code) => (
                  <Text key={code} size="xs" c="dimmed" className={`tabular ${classes.below}`}>
                    {code}
                  </Text>
                ))}
              </td>
              <td className={`tabular ${classes.aside}`}>{one.sku}</td>
              <td className={`tabular ${classes.aside}`}>{one.barcode ?? '–'}</td>
              <td className={classes.aside}>{sizeText(one)}</td>
              <td className={classes.right}>
                {one.salePrice === null ? (
                  <MoneyText value={one.price} />
                ) : (
                  <>
                    <s className={classes.before}>
                      <MoneyText value={one.price} />
                    </s>{' '}
                    <MoneyText value={one.salePrice} />
                  </>
                )}
                <UnitPrice of={one} />
              </td>
              <td className={`${classes.right} ${classes.aside}`}>
                <MoneyText value={one.costPrice} />
              </td>
              <td className={classes.right}>
                <QuantityText value={one.available} unit={one.soldByWeight ? one.unit : 'each'} />
              </td>
              <td>
                <ActiveBadge active={one.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
