import { formatPhone } from '@aisle/contract/core/phones';
import { type PossibleDuplicate, possibleDuplicateRoutes } from '@aisle/contract/system/possible-duplicates';
import { Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages } from '../../core/api.ts';
import { useCanOpen } from '../../core/pages/screens.ts';
import { ProductLink } from '../../links/catalog/product-link.tsx';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { MoreButton } from '../../ui/feedback/more-button.tsx';
import { RecordLink } from '../../ui/record/record-link.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './possible-duplicates.module.css';

const kinds: Record<PossibleDuplicate['resource'], string> = {
  brands: 'Brand',
  categories: 'Category',
  customers: 'Customer',
  locations: 'Location',
  subProducts: 'Sub-product',
  subscriptionPlans: 'Subscription plan',
  taxes: 'Tax',
  users: 'User',
  vendors: 'Vendor',
};
const fields: Record<PossibleDuplicate['field'], string> = {
  name: 'name',
  sku: 'SKU',
  barcode: 'barcode',
  email: 'email',
  phone: 'phone',
  code: 'code',
};

/** Records that kept their text because its normal form belongs to another record. */
export function PossibleDuplicatesScreen() {
  const query = useInfiniteQuery(
    readPages(possibleDuplicateRoutes.list, (at) => ({ body: { limit: 25, ...at } })),
  );
  const canOpen = useCanOpen();
  const pairs = query.data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <RecordPage title="Possible duplicates">
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} className="after-a-while" />}
      {query.data && pairs.length === 0 && (
        <EmptyState
          title="No possible duplicates"
          text="Records whose name, SKU, email or phone differs only in invisible characters or spaces show up here."
        />
      )}
      {pairs.length > 0 && (
        <Panel>
          <Text size="sm" c="dimmed" mb="sm">
            These pairs differ only in invisible characters, spaces or accents stored in two ways. Change,
            merge or delete one record of a pair to remove it from this list.
          </Text>
          <ul className="plain-list lined">
            {pairs.map((pair) => (
              <Pair key={pair._id} pair={pair} />
            ))}
          </ul>
          <MoreButton query={query}>Show more</MoreButton>
        </Panel>
      )}
      {canOpen('/customers/duplicates') && (
        <Text size="sm">
          Looking for the same customer added twice?{' '}
          <AnchorLink to="/customers/duplicates" inherit underline="always">
            Open duplicate customers
          </AnchorLink>
        </Text>
      )}
    </RecordPage>
  );
}

function Pair({ pair }: { pair: PossibleDuplicate }) {
  const { resource, field, record, other, foundAt } = pair;
  const side = (one: PossibleDuplicate['record'], note: string) => (
    <div className={`column min-w-0 break-anywhere ${classes.side}`}>
      <DuplicateLink resource={resource} record={one} />
      {field !== 'name' && (
        <span className="tabular">{field === 'phone' ? formatPhone(one.value) : one.value}</span>
      )}
      <span className="text-sm secondary">{note}</span>
    </div>
  );
  return (
    <li className={classes.pair}>
      <div className={`column min-w-0 break-anywhere ${classes.side}`}>
        <span>
          {kinds[resource]}, same {fields[field]}
        </span>
        <span className="text-sm secondary">
          Found <DateText value={foundAt} />
        </span>
      </div>
      {side(record, `Kept its ${fields[field]} as it was`)}
      {side(other, `Already had this ${fields[field]}`)}
    </li>
  );
}

/** The longest part of a text that every keyboard can type. Searching for it finds both records of a pair. */
const plainPart = (text: string): string =>
  text.split(/[^\x21-\x7e]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

interface DuplicateLinkProps {
  resource: PossibleDuplicate['resource'];
  record: PossibleDuplicate['record'];
}
/** Links to the record's page, or to its list if it has no page. */
function DuplicateLink({ resource, record: { _id, name, value, productId } }: DuplicateLinkProps) {
  const search = { search: plainPart(value) || undefined };
  switch (resource) {
    case 'brands':
      return (
        <RecordLink to="/brand" search={search} permission="brand_list">
          {name}
        </RecordLink>
      );
    case 'categories':
      return (
        <RecordLink to="/category" search={{ id: _id }} permission="category_list">
          {name}
        </RecordLink>
      );
    case 'customers':
      return <CustomerLink id={_id} name={name} />;
    case 'locations':
      return (
        <RecordLink to="/locations/view/$id" params={{ id: _id }} permission="store_view">
          {name}
        </RecordLink>
      );
    case 'subProducts':
      return <ProductLink id={productId ?? _id} name={name} />;
    case 'subscriptionPlans':
      return (
        <RecordLink to="/subscription" search={search} permission="subscriptionPlan_list">
          {name}
        </RecordLink>
      );
    case 'taxes':
      return (
        <RecordLink to="/tax" search={search} permission="tax_list">
          {name}
        </RecordLink>
      );
    case 'users':
      return (
        <RecordLink to="/users" search={search} permission="user_list">
          {name}
        </RecordLink>
      );
    case 'vendors':
      return (
        <RecordLink to="/vendors/view/$id" params={{ id: _id }} permission="vendor_view">
          {name}
        </RecordLink>
      );
  }
}
