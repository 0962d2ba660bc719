import type { Ref } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import type { ListSearch } from '@aisle/contract/core/list-search';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import {
  type AssortmentDifference,
  assortmentRoutes,
  type DifferenceKind,
} from '@aisle/contract/locations/assortments';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read } from '../../../core/api.ts';
import { later } from '../../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { ProductLink } from '../../../links/catalog/product-link.tsx';
import { LocationSelect, NoLocations } from '../../../links/locations/location-select.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { type List, useList } from '../../../ui/list/use-list.ts';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import classes from './assortment.module.css';

const CopyDialog = later(() => import('./copy-dialog.tsx').then((module) => module.CopyDialog));
const title = 'Compare assortments';
const back = { to: '/locations', label: 'Locations' } as const;

/** Compares two locations: items that only one of them sells, and items with different prices or limits. */
export function CompareScreen() {
  const url = useSearch({ from: '/shell/locations/compare' });
  const chosen = useSignedIn().locationId ?? undefined;
  const here = url.locationId ?? chosen;
  const { otherId: there } = url;
  if (here && there && here !== there) return <Differences here={here} there={there} />;
  return (
    <div className={`page ${classes.comparing}`}>
      <PageTitle title={title} back={back} />
      <NoLocations />
      <Sides here={here} there={there} />
      <EmptyState
        title={here && here === there ? 'Choose two different locations' : 'Choose two locations'}
        text="See what only one location sells, and where prices or limits differ."
      />
    </div>
  );
}

function Sides({
  here,
  there,
  names,
}: {
  here?: string | undefined;
  there?: string | undefined;
  names?: Ref[];
}) {
  const navigate = useNavigate();
  const choose = (patch: { locationId?: string | undefined; otherId?: string | undefined }) =>
    void navigate({
      to: '/locations/compare',
      search: (now: ListSearch): object => ({ ...now, page: undefined, ...patch }),
    });
  return (
    <div className={classes.sides}>
      <LocationSelect
        label="This location"
        value={here ?? null}
        current={names?.[0]}
        onChange={(locationId) => choose({ locationId: locationId ?? undefined })}
      />
      <LocationSelect
        label="Compared with"
        value={there ?? null}
        current={names?.[1]}
        onChange={(otherId) => choose({ otherId: otherId ?? undefined })}
      />
    </div>
  );
}

function Differences({ here, there }: { here: string; there: string }) {
  const list = useList(assortmentRoutes.differences, { locationId: here, otherId: there });
  const mayAssign = useCan('assign_subProduct');
  const [isCopying, setCopying] = useState(false);
  const { data } = useQuery({
    ...read(assortmentRoutes.compare, { query: { locationId: here, otherId: there } }),
    meta: { quiet: true },
  });
  const names = data ? [data.here, data.there] : [];
  const [hereName = 'This location', thereName = 'Other location'] = names.map(({ name }) => name);

  const columns: Column<AssortmentDifference>[] = [
    {
      key: 'name',
      header: 'Item',
      cell: ({ productData, name }) => itemName({ productName: productData.name, variantName: name }),
      sortable: true,
    },
    { key: 'sku', header: 'SKU', cell: (row) => row.sku, sortable: true, card: 'detail' },
    {
      key: 'product',
      header: 'Product',
      cell: ({ productData }) => <ProductLink id={productData._id} name={productData.name} />,
      optional: true,
    },
    { key: 'difference', header: 'Difference', cell: (row) => differenceText(row), card: 'state' },
    {
      key: 'here',
      header: hereName,
      cell: ({ here: side }) => <Side side={side} />,
      align: 'right',
      card: 'figure',
    },
    { key: 'there', header: thereName, cell: ({ there: side }) => <Side side={side} />, align: 'right' },
  ];
  return (
    <>
      <ListPage
        title={title}
        noun="differences"
        list={list}
        columns={columns}
        searchLabel="Find by name or SKU"
        tabs={
          <>
            <Sides here={here} there={there} names={names} />
            <KindTabs list={list} counts={data} names={[hereName, thereName]} />
          </>
        }
        actions={
          mayAssign && (
            <Button variant="default" onClick={() => setCopying(true)}>
              Copy to {hereName}…
            </Button>
          )
        }
        empty="Both locations sell the same items with the same prices and limits."
        back={back}
      />
      {isCopying && data && (
        <Suspense>
          <CopyDialog location={data.here} from={data.there} onClose={() => setCopying(false)} />
        </Suspense>
      )}
    </>
  );
}

interface KindTabsProps {
  list: List<AssortmentDifference>;
  counts: { [Kind in DifferenceKind]: number } | undefined;
  names: [string, string];
}
function KindTabs({ list, counts, names: [here, there] }: KindTabsProps) {
  const chosen = list.body.filters.kind as DifferenceKind | undefined;
  const labels: Record<DifferenceKind, string> = {
    onlyHere: `Only ${here}`,
    onlyThere: `Only ${there}`,
    price: 'Different price',
    limits: 'Different limits',
  };
  const tab = (kind: DifferenceKind | undefined, label: string) => ({
    key: kind ?? 'all',
    label,
    count: kind && counts && formatCount(counts[kind]),
    isOn: chosen === kind,
    onClick: () => list.change({ kind }),
  });
  const kinds = Object.keys(labels) as DifferenceKind[];
  return (
    <ListTabs
      label="Differences"
      tabs={[tab(undefined, 'All'), ...kinds.map((kind) => tab(kind, labels[kind]))]}
    />
  );
}

const words: Record<DifferenceKind, string> = {
  onlyHere: 'Sold only here',
  onlyThere: 'Sold only there',
  price: 'Different price',
  limits: 'Different limits',
};
const differenceText = ({ kinds }: AssortmentDifference): string =>
  kinds.map((kind) => words[kind]).join(', ');

function Side({ side }: { side: AssortmentDifference['here'] }) {
  if (!side.assigned) return <span className={classes.notSold}>Not sold</span>;
  const { price, isOwnPrice, threshold, maxPerOrder } = side;
  const more = [
    isOwnPrice && 'custom price',
    threshold !== null && `low at ${formatQuantity(threshold)}`,
    maxPerOrder !== null && `max ${formatQuantity(maxPerOrder)} per order`,
  ].filter(Boolean);
  return (
    <span className={`grid ${classes.side}`}>
      <span className="tabular">{formatMoney(price)}</span>
      {more.length > 0 && <span>{more.join(', ')}</span>}
    </span>
  );
}
