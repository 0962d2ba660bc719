import { categoryRoutes, type StoredSpecification } from '@aisle/contract/catalog/categories';
import type { Product } from '@aisle/contract/catalog/products';
import { maxVariants } from '@aisle/contract/catalog/sub-products';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Select, Skeleton, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { BrandSelect } from '../../../links/catalog/brand-select.tsx';
import { CategorySelect, NoCategories } from '../../../links/catalog/category-select.tsx';
import { TaxSelect } from '../../../links/catalog/tax-select.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { FormPage, FormSection, sectionId } from '../../../ui/form/form-page.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { badgeChoices, badgeHint } from '../badges.ts';
import { PictureEditor } from '../pictures/picture-editor.tsx';
import { type PictureUploads, usePictureUploads } from '../pictures/picture-uploads.ts';
import classes from '../products.module.css';
import { MissingFacts } from '../record/missing-facts.tsx';
import {
  ProductForm as ProductFormSchema,
  type ProductForm as ProductFormValues,
  toValues,
} from './product-values.ts';
import { SpecificationFields } from './specification-fields.tsx';
import { SubProductGrid } from './sub-product-grid.tsx';
import { useSaveProduct } from './use-save-product.ts';
import { missingCombinations, optionsOf, withMissing } from './variant-options.ts';

const useProductForm = (product?: Product) => useZodForm(ProductFormSchema, toValues, product);

const sections = ['Basics', 'Category', 'Pictures', 'Sub-products', 'Visibility', 'Taxes'];

/** Adds or edits a product. */
export function ProductForm({ product }: { product?: Product }) {
  const navigate = useNavigate();
  const form = useProductForm(product);
  const { categoryId } = form.values;
  const specifications = useQuery({
    ...read(categoryRoutes.specificationsOf, { params: { id: categoryId } }),
    enabled: categoryId !== '',
  });
  const uploads = usePictureUploads();
  const save = useSaveProduct(
    product,
    (specifications.data ?? []).map(({ name }) => name),
    uploads,
  );
  const savedId = useRef(product?._id ?? '');
  const [options, setOptions] = useState(() => optionsOf(form.values.subProducts));

  /** Asks about options without sub-products, which would be lost. Returns whether to save. */
  async function confirmWithoutVariants(values: ProductFormValues): Promise<boolean> {
    const missing = missingCombinations([], options).length;
    if (product || values.subProducts.length > 0 || missing === 0 || missing > maxVariants) return true;
    const isAdding = await confirm({
      title: `Add ${pluralize(missing, 'combination')}?`,
      text: 'The product has options but no sub-products yet. Options without sub-products are not saved.',
      confirm: `Add ${pluralize(missing, 'combination')}`,
      cancel: 'Create without',
    });
    if (isAdding) form.setFieldValue('subProducts', withMissing([], options, values.name));
    return !isAdding;
  }

  return (
    <FormPage
      title={product ? `Edit ${product.name}` : 'New product'}
      form={form}
      save={async (values, version, changed) => {
        if (!(await confirmWithoutVariants(values))) return null;
        savedId.current = await save(values, version, changed);
        return savedId.current;
      }}
      onSaved={() => void navigate({ to: '/products/view/$id', params: { id: savedId.current } })}
      back={
        product
          ? { to: '/products/view/$id', params: { id: product._id }, label: product.name }
          : { to: '/products', label: 'Products' }
      }
      sections={sections}
    >
      <Facts form={form} product={product} specifications={specifications} uploads={uploads} />
      <section
        id={sectionId('Sub-products')}
        tabIndex={-1}
        className={`card min-w-0 ${classes.wide}`}
        aria-label="Sub-products"
      >
        <h2>Sub-products</h2>
        <p>One row for each size or kind you sell, each with its own SKU and price.</p>
        <SubProductGrid
          rows={form.values.subProducts}
          onChange={(rows) => form.setFieldValue('subProducts', rows)}
          errors={form.errors}
          options={options}
          onOptions={setOptions}
          productName={form.values.name}
          alts={form.values.alts}
          onAlts={(next) => form.setFieldValue('alts', next)}
          states={uploads.states}
        />
      </section>
      <WhereShown form={form} product={product} />
      <FormSection title="Taxes" text="Leave empty to use the category's taxes.">
        <TaxSelect
          label="Custom taxes"
          clearable
          isCreatable
          current={product?.taxSource?.kind === 'product' ? product.taxes : []}
          {...form.getInputProps('taxIds')}
        />
      </FormSection>
    </FormPage>
  );
}

interface FactsProps extends SectionProps {
  specifications: UseQueryResult<StoredSpecification[]>;
  uploads: PictureUploads;
}
function Facts({ form, product, specifications, uploads }: FactsProps) {
  const { categoryId, images, alts } = form.values;
  return (
    <>
      {!product && <NoCategories />}
      <Basics form={form} product={product} />
      <FormSection
        title="Category"
        text="Where customers find the product. The category's specifications appear below."
      >
        <CategorySelect
          label="Category"
          withAsterisk
          isCreatable
          current={product?.categoryData}
          {...form.getInputProps('categoryId')}
          {...(form.errors.categoryId && { error: 'Choose a category' })}
        />
        {specifications.isLoading && <Skeleton height={36} className="after-a-while" />}
        {product && (
          <MissingFacts specifications={specifications.data ?? []} values={form.values.specifications} />
        )}
        <SpecificationFields
          specifications={categoryId === '' ? [] : (specifications.data ?? [])}
          values={form.values.specifications}
          errors={form.errors}
          onChange={(values) => form.setFieldValue('specifications', values)}
        />
      </FormSection>
      <FormSection title="Pictures" text="JPEG, PNG, WebP or AVIF, up to 10 MB each.">
        <PictureEditor
          images={images}
          alts={alts}
          name={form.values.name}
          error={form.errors.images}
          states={uploads.states}
          onChange={(next) => form.setFieldValue('images', next)}
          onAlts={(next) => form.setFieldValue('alts', next)}
        />
      </FormSection>
    </>
  );
}

interface SectionProps {
  form: ReturnType<typeof useProductForm>;
  product: Product | undefined;
}
function Basics({ form, product }: SectionProps) {
  return (
    <FormSection title="Basics">
      <TextInput label="Name" withAsterisk autoFocus={!product} dir="auto" {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        autosize
        dir="auto"
        minRows={3}
        maxRows={12}
        {...form.getInputProps('description')}
      />
      <BrandSelect
        label="Brand"
        clearable
        isCreatable
        current={product?.brandData}
        {...form.getInputProps('brandId')}
      />
      <Switch
        label="Active"
        description={
          form.values.status
            ? 'On sale at stores where its sub-products are active, assigned and in stock.'
            : "Hidden from customers and new orders. Stock, prices and open orders don't change."
        }
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormSection>
  );
}

function WhereShown({ form, product }: SectionProps) {
  return (
    <FormSection title="Visibility">
      <Select
        label="Badge"
        description={badgeHint(form.values.badge, product?.badgeBySales ?? true)}
        data={badgeChoices}
        {...form.getInputProps('badge')}
      />
      <Switch
        label="On the home page"
        color="teal"
        {...form.getInputProps('addToHomePage', { type: 'checkbox' })}
      />
      <TagsInput label="Tags" description="Press Enter after each" {...form.getInputProps('tags')} />
    </FormSection>
  );
}
