import type { Badge } from '@aisle/contract/catalog/products';
import { Checkbox, SegmentedControl, Select, Switch, TagsInput } from '@mantine/core';
import { type ChangeDraft, firstDraft } from '../../../links/bulk/bulk-change.ts';
import { ChangeLocations, ChangeValueFields } from '../../../links/bulk/bulk-change-fields.tsx';
import classes from '../../../links/bulk/bulk-preview.module.css';
import { BrandSelect } from '../../../links/catalog/brand-select.tsx';
import { CategorySelect } from '../../../links/catalog/category-select.tsx';
import { TaxSelect } from '../../../links/catalog/tax-select.tsx';
import { badgeChoices } from '../badges.ts';
import { isVariantField, type ProductDraft, type ProductField, productFields } from './product-change.ts';

interface ProductChangeFieldsProps {
  /** The fields that the user can change. */
  fields: readonly ProductField[];
  draft: ProductDraft;
  error: string | null;
  onChange: (patch: Partial<ProductDraft>) => void;
}

/** The field to change, and its new value. */
export function ProductChangeFields({ fields, draft, error, onChange }: ProductChangeFieldsProps) {
  const isOfVariants = isVariantField(draft.field);
  const variants = {
    draft: draft.variants,
    error,
    onChange: (patch: Partial<ChangeDraft>) => onChange({ variants: { ...draft.variants, ...patch } }),
  };
  function choose(field: ProductField): void {
    const { locationIds } = draft.variants;
    onChange({ field, ...(isVariantField(field) && { variants: { ...firstDraft(field), locationIds } }) });
  }
  return (
    <>
      <div className={classes.fields}>
        <Select
          label="Field"
          allowDeselect={false}
          data={fields.map((field) => ({ value: field, label: productFields[field] }))}
          value={draft.field}
          onChange={(field) => field && choose(field as ProductField)}
        />
        {isOfVariants ? <ChangeValueFields {...variants} /> : <NewValue draft={draft} onChange={onChange} />}
      </div>
      {isOfVariants && <ChangeLocations {...variants} />}
    </>
  );
}

type NewValueProps = Pick<ProductChangeFieldsProps, 'draft' | 'onChange'>;
function NewValue({ draft, onChange }: NewValueProps) {
  switch (draft.field) {
    case 'categoryId':
      return (
        <CategorySelect
          label="New category"
          isCreatable
          value={draft.categoryId}
          onChange={(categoryId) => onChange({ categoryId })}
        />
      );
    case 'brandId':
      return (
        <>
          <BrandSelect
            label="New brand"
            isCreatable
            disabled={draft.isNoBrand}
            value={draft.brandId}
            onChange={(brandId) => onChange({ brandId })}
          />
          <Checkbox
            label="No brand"
            pb={8}
            checked={draft.isNoBrand}
            onChange={(event) => onChange({ isNoBrand: event.currentTarget.checked })}
          />
        </>
      );
    case 'taxIds':
      return (
        <TaxSelect
          label="New taxes"
          isCreatable
          placeholder={draft.taxIds.length === 0 ? "The category's taxes" : undefined}
          value={draft.taxIds}
          onChange={(taxIds) => onChange({ taxIds })}
        />
      );
    case 'badge':
      return (
        <Select
          label="New badge"
          allowDeselect={false}
          data={badgeChoices}
          value={draft.badge}
          onChange={(badge) => badge && onChange({ badge: badge as Badge })}
        />
      );
    case 'tags':
      return <NewTags draft={draft} onChange={onChange} />;
    default: {
      const [on, off] = draft.field === 'status' ? ['Activate', 'Deactivate'] : ['Show', "Don't show"];
      return (
        <Switch
          label={draft.isOn ? on : off}
          color="teal"
          pb={8}
          checked={draft.isOn}
          onChange={(event) => onChange({ isOn: event.currentTarget.checked })}
        />
      );
    }
  }
}

const NewTags = ({ draft, onChange }: NewValueProps) => (
  <>
    <SegmentedControl
      aria-label="Change"
      data={[
        { value: 'add', label: 'Add' },
        { value: 'remove', label: 'Remove' },
      ]}
      value={draft.addsTags ? 'add' : 'remove'}
      onChange={(how) => onChange({ addsTags: how === 'add' })}
    />
    <TagsInput
      label="Tags"
      acceptValueOnBlur
      maxTags={50}
      value={draft.tags}
      onChange={(tags) => onChange({ tags })}
    />
  </>
);
