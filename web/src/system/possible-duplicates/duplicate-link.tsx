import type { PossibleDuplicate } from '@aisle/contract/system/possible-duplicates';
import { ProductLink } from '../../links/catalog/product-link.tsx';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { RecordLink } from '../../ui/record/record-link.tsx';

/** The longest part of a text that any keyboard can type: a search for it finds both records of a pair. */
const plainPart = (text: string): string =>
  text.split(/[^\x21-\x7e]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

interface DuplicateLinkProps {
  resource: PossibleDuplicate['resource'];
  record: PossibleDuplicate['record'];
}
/** Leads to the record's page, or to its list for records without a page. */
export function DuplicateLink({ resource, record: { _id, name, value, productId } }: DuplicateLinkProps) {
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
