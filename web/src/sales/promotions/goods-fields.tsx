import { brandRoutes } from '@aisle/contract/catalog/brands';
import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import type { Ref } from '@aisle/contract/core/fields';
import { Checkbox, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { matchingOptions } from '../../links/catalog/category-options.ts';
import { useCategoryOptions } from '../../links/catalog/use-category-options.ts';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
import { isAllGoods } from './promotion-values.ts';
import type { PromotionForm } from './use-promotion-form.ts';

const noLists = { categoryIds: [], brandIds: [], productIds: [], subProductIds: [], tags: [] };

interface GoodsFieldsProps {
  form: PromotionForm;
  /** `goods`, or those of the units that the customer gets. */
  path: 'goods' | 'reward.getGoods';
  /** The names of records that are selected when the form opens. */
  current: readonly Ref[];
}
/** Selects goods: all, or those in any of the lists, without the excluded ones. */
export function GoodsFields({ form, path, current }: GoodsFieldsProps) {
  const goods = path === 'goods' ? form.values.goods : form.values.reward.getGoods;
  const [isChosen, setChosen] = useState(() => goods !== null && !isAllGoods(goods));
  const [excludes, setExcludes] = useState(() => goods !== null && !isAllGoods(goods.exclude));
  if (goods === null) return null;
  return (
    <div className="column gap-3">
      <SegmentedControl
        aria-label="Applies to"
        className="flex-none"
        value={isChosen ? 'chosen' : 'all'}
        onChange={(value) => {
          setChosen(value === 'chosen');
          if (value === 'all') form.setFieldValue(path, { ...goods, ...noLists });
        }}
        data={[
          { value: 'all', label: 'All items' },
          { value: 'chosen', label: 'Chosen items' },
        ]}
      />
      {isChosen && <GoodsLists form={form} path={path} current={current} />}
      <Checkbox
        label="Include items on sale or marked down"
        {...form.getInputProps(`${path}.includeSale`, { type: 'checkbox' })}
      />
      <Checkbox
        label="Exclude some items"
        checked={excludes}
        onChange={(event) => {
          setExcludes(event.currentTarget.checked);
          if (!event.currentTarget.checked) form.setFieldValue(`${path}.exclude`, noLists);
        }}
      />
      {excludes && <GoodsLists form={form} path={`${path}.exclude`} current={current} prefix="Except " />}
    </div>
  );
}

interface GoodsListsProps {
  form: PromotionForm;
  path: string;
  current: readonly Ref[];
  /** The beginning of each label. */
  prefix?: string;
}
function GoodsLists({ form, path, current, prefix = '' }: GoodsListsProps) {
  const labelled = (label: string) => (prefix ? prefix + label.toLowerCase() : label);
  const list = (name: string, label: string) => ({
    ...form.getInputProps(`${path}.${name}`),
    error: firstError(form.errors, `${path}.${name}`),
    label: labelled(label),
    current,
  });
  const [mayCategories, mayBrands] = [useCan('category_list'), useCan('brand_list')];
  const [mayProducts, mayVariants] = [useCan('product_list'), useCan('sub_product_list')];
  return (
    <>
      {mayCategories && <CategoryMultiSelect {...list('categoryIds', 'Categories')} />}
      {mayBrands && <ChoiceMultiSelect {...list('brandIds', 'Brands')} route={brandRoutes.dropdown} />}
      {mayProducts && (
        <ChoiceMultiSelect {...list('productIds', 'Products')} route={productRoutes.dropdown} />
      )}
      {mayVariants && (
        <ChoiceMultiSelect {...list('subProductIds', 'Sub-products')} route={subProductRoutes.dropdown} />
      )}
      <TagsInput
        label={labelled('Tags')}
        description="Press Enter after each"
        {...form.getInputProps(`${path}.tags`)}
        error={firstError(form.errors, `${path}.tags`)}
      />
    </>
  );
}

/** The error of a list, or the first of its items. */
export const firstError = (errors: PromotionForm['errors'], path: string) =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1];

interface CategoryMultiSelectProps {
  label: string;
  current: readonly Ref[];
  value?: string[];
  onChange?: (ids: string[]) => void;
  error?: unknown;
}
/** Selects categories; each includes everything below it. */
function CategoryMultiSelect({ label, current, value = [], onChange, error }: CategoryMultiSelectProps) {
  const [search, setSearch] = useState('');
  const { options, isFetching } = useCategoryOptions(search);
  const known = new Set(options.map((option) => option.value));
  const missing = value
    .filter((id) => !known.has(id))
    .map((id) => {
      const name = current.find(({ _id }) => _id === id)?.name ?? 'Deleted category';
      return { value: id, label: name, name, above: '' };
    });
  const offered = [...missing, ...options];
  return (
    <MultiSelect
      label={label}
      description="With everything below them"
      searchable
      nothingFoundMessage={isFetching ? 'Searching…' : 'No results'}
      value={value}
      {...(onChange && { onChange })}
      error={error as string}
      searchValue={search}
      onSearchChange={setSearch}
      data={offered}
      filter={({ search: text }) => matchingOptions(offered, text)}
      maxDropdownHeight={300}
    />
  );
}
