import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import type { Picture } from '@aisle/contract/core/fields';
import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useCanOpen } from '../../../core/pages/screens.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { RowMenu } from '../../../ui/list/rows/row-menu.tsx';
import { Facts, Panel, RecordPage } from '../../../ui/record/record-page.tsx';
import { AnchorLink, ButtonLink, ScreenLink } from '../../../ui/record/screen-link.tsx';
import { ActiveBadge } from '../../../ui/values/status-badge.tsx';
import { DateText, RateText } from '../../../ui/values/values.tsx';
import { badgeLabels } from '../badges.ts';
import { useDuplicateProduct } from '../form/duplicate-product.ts';
import classes from '../products.module.css';
import { useRemoveProduct } from '../remove-product.ts';
import { MissingFactsOf } from './missing-facts.tsx';
import { ProductHistory } from './product-history.tsx';
import { ProductLocations, type ProductParts } from './product-locations.tsx';
import { ProductSales } from './product-sales.tsx';
import { SellAtStores, SoldAt, useProductStores } from './sell-at-stores.tsx';
import { SubProductTable } from './sub-product-table.tsx';

const back = { to: '/products', label: 'Products' } as const;

export function ProductView(parts: ProductParts) {
  const { id } = useParams({ from: '/shell/products/view/$id' });
  const query = useQuery({ ...read(productRoutes.show, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(product) => <ProductPage key={product._id} product={product} parts={parts} />}
    </Loaded>
  );
}

function ProductPage({ product, parts }: { product: Product; parts: ProductParts }) {
  const navigate = useNavigate();
  const switching = useWrite(productRoutes.updateStatus);
  const remove = useRemoveProduct();
  const duplicate = useDuplicateProduct();
  // Store users don't manage the catalog, so they don't see its history.
  const isOfLocations = useSignedIn().user.locations.length > 0;
  const maySeeStock = useCan('sub_product_view');
  const { _id, status } = product;
  const hasVariants = product.subProducts.length > 0;
  const mayAssign = useCan('assign_subProduct');
  const stores = useProductStores(product);
  const [isSelling, setSelling] = useState(false);
  const selling = stores && mayAssign && hasVariants ? () => setSelling(true) : undefined;
  const isUnsold = stores?.every(({ assigned }) => assigned === 0) ?? false;
  const needsStock = useCanOpen()('/inventory/add') && hasVariants && product.available === 0;
  async function removeAndLeave(): Promise<void> {
    if (await remove(product)) await navigate({ to: back.to });
  }
  return (
    <RecordPage
      title={product.name}
      badge={
        <>
          <ActiveBadge active={status} />
          {stores && hasVariants && <SoldAt product={product} stores={stores} onSell={selling} />}
        </>
      }
      back={back}
      primary={
        isUnsold && selling ? (
          <Button onClick={selling}>Sell at stores…</Button>
        ) : (
          needsStock && <ReceiveButton product={product} />
        )
      }
      actions={
        <>
          {isUnsold && selling && needsStock && <ReceiveButton product={product} variant="default" />}
          <Gate permission="product_edit">
            <ButtonLink to="/products/edit/$id" params={{ id: _id }} variant="default">
              Edit
            </ButtonLink>
          </Gate>
          <RowMenu
            label={product.name}
            actions={[
              ...(selling ? [{ label: 'Sell at stores…', onClick: selling }] : []),
              {
                label: status ? 'Deactivate' : 'Activate',
                permission: 'product_edit',
                onClick: () => switching.mutate({ params: { id: _id }, body: { status: !status } }),
              },
              {
                label: 'Duplicate',
                permission: 'product_add',
                onClick: () => void duplicate(_id),
              },
              {
                label: 'Delete',
                permission: 'product_delete',
                danger: true,
                onClick: () => void removeAndLeave(),
              },
            ]}
          />
        </>
      }
      side={
        <>
          <About product={product} />
          <Taxes product={product} />
        </>
      }
    >
      <MissingFactsOf product={product} />
      <ProductIntro product={product} />
      <Panel title="Sub-products">
        <SubProductTable product={product} />
      </Panel>
      {hasVariants && <ProductSales product={product} />}
      {maySeeStock && hasVariants && <ProductLocations product={product} parts={parts} onSell={selling} />}
      {!isOfLocations && <ProductHistory product={product} />}
      {isSelling && <SellAtStores product={product} onClose={() => setSelling(false)} />}
    </RecordPage>
  );
}

/** Opens a receipt with the product's items filled in. */
const ReceiveButton = ({ product, ...style }: { product: Product; variant?: 'default' }) => (
  <ButtonLink to="/inventory/add" search={{ productId: product._id }} {...style}>
    Receive stock
  </ButtonLink>
);

function About({ product }: { product: Product }) {
  const { categoryPath, categoryData, brandData, tags, specifications } = product;
  const path = [...categoryPath.filter(({ _id }) => _id !== categoryData._id), categoryData];
  return (
    <Panel title="About">
      <Facts
        facts={[
          [
            'Category',
            <ScreenLink key="category" to="/products" search={{ categoryId: categoryData._id }}>
              {path.map(({ name }) => name).join(' › ')}
            </ScreenLink>,
          ],
          [
            'Brand',
            brandData && (
              <ScreenLink key="brand" to="/products" search={{ brandId: brandData._id }}>
                {brandData.name}
              </ScreenLink>
            ),
          ],
          ...Object.entries(specifications).map(([name, value]) => [name, String(value)] as const),
          ['Badge', product.badge === 'none' ? null : badgeLabels[product.badge]],
          ['Home page', product.addToHomePage ? 'Shown' : null],
          [
            'Tags',
            tags.length > 0 && (
              <Group key="tags" gap={6}>
                {tags.map((tag) => (
                  <Badge key={tag} variant="default" tt="none" fw={400} size="lg">
                    {tag}
                  </Badge>
                ))}
              </Group>
            ),
          ],
          ['Added', <DateText key="added" value={product.createdAt} withTime />],
          ['Changed', <DateText key="changed" value={product.updatedAt} withTime />],
        ]}
      />
    </Panel>
  );
}

/** The taxes charged and their source. */
function Taxes({ product }: { product: Product }) {
  const { taxes, taxSource } = product;
  return (
    <Panel title="Taxes">
      {taxes.length === 0 && <Text c="dimmed">None. No taxes are set on the product or its categories.</Text>}
      <ul className={`plain-list grid gap-2 ${classes.taxes}`}>
        {taxes.map((tax) => (
          <li key={tax._id} data-off={!tax.status || undefined}>
            <span>
              {tax.name}
              {!tax.status && ' (inactive, not charged)'}
            </span>
            <RateText value={tax.rate} />
          </li>
        ))}
      </ul>
      {taxSource && (
        <Text size="sm" c="dimmed" mt="xs">
          {taxSource.kind === 'product' ? (
            'Set on this product.'
          ) : (
            <>
              From the category{' '}
              <Gate permission="category_list">
                <AnchorLink to="/category" search={{ id: taxSource._id }} inherit underline="always">
                  {taxSource.name}
                </AnchorLink>
              </Gate>
              .
            </>
          )}
        </Text>
      )}
    </Panel>
  );
}

/** The pictures and the description. */
function ProductIntro({ product: { name, images, description } }: { product: Product }) {
  if (images.length === 0 && !description) return null;
  return (
    <Panel>
      <div className="flex wrap gap-4 gap-x-6">
        {images.length > 0 && <Pictures name={name} images={images} />}
        {description && (
          <p className={classes.description} dir="auto">
            {description}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** The selected picture large, with thumbnails of the others. */
function Pictures({ name, images }: { name: string; images: readonly Picture[] }) {
  const [chosen, setChosen] = useState<string>();
  const shown = images.find(({ _id }) => _id === chosen) ?? images[0]!;
  return (
    <div className={`grid gap-2 flex-none ${classes.pictures}`}>
      <a href={shown.large} target="_blank" rel="noreferrer">
        <img className={classes.cover} src={shown.medium} alt={shown.alt || name} />
      </a>
      {images.length > 1 && (
        <div className="flex wrap gap-2">
          {images.map((picture, at) => (
            <UnstyledButton
              key={picture._id}
              aria-label={`Show picture ${at + 1}`}
              aria-pressed={picture._id === shown._id}
              className={classes.thumb ?? ''}
              onClick={() => setChosen(picture._id)}
            >
              <img src={picture.small} alt="" />
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  );
}
