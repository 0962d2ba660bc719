import { categoryRoutes } from '@aisle/contract/categories';
import type { Product } from '@aisle/contract/products';
import { Select, Skeleton, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { BrandSelect } from '../brands/brand-select.tsx';
import { CategorySelect } from '../categories/category-select.tsx';
import { read } from '../core/api.ts';
import { TaxSelect } from '../taxes/tax-select.tsx';
import { FormPage, FormSection } from '../ui/form/form-page.tsx';
import { ImageUpload } from '../ui/form/image-upload.tsx';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { badgeChoices } from './badges.ts';
import { ProductForm as ProductFormSchema, toValues } from './product-values.ts';
import classes from './products.module.css';
import { SpecificationFields } from './specification-fields.tsx';
import { SubProductGrid } from './sub-product-grid.tsx';
import { useSaveProduct } from './use-save-product.ts';

/** One form for adding and for changing. */
export function ProductForm({ product }: { product?: Product }) {
  const navigate = useNavigate();
  const form = useZodForm(ProductFormSchema, toValues, product);
  const { categoryId, images, alts } = form.values;
  const specifications = useQuery({
    ...read(categoryRoutes.specificationsOf, { params: { id: categoryId } }),
    enabled: categoryId !== '',
  });
  const save = useSaveProduct(
    product,
    (specifications.data ?? []).map(({ name }) => name),
  );
  const savedId = useRef(product?._id ?? '');
  const pictures = images.flatMap(({ picture }) => picture ?? []);

  return (
    <FormPage
      title={product ? `Edit ${product.name}` : 'New product'}
      form={form}
      save={async (values, version) => {
        savedId.current = await save(values, version);
      }}
      onSaved={() => void navigate({ to: `/products/view/${savedId.current}` })}
      back={
        product
          ? { to: `/products/view/${product._id}`, label: product.name }
          : { to: '/products', label: 'Products' }
      }
      saveLabel={product ? 'Save' : 'Add product'}
    >
      <FormSection title="Basics">
        <TextInput label="Name" withAsterisk autoFocus={!product} {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('description')}
        />
        <BrandSelect
          label="Brand"
          clearable
          current={product?.brandData}
          {...form.getInputProps('brandId')}
        />
        <Switch
          label="Active"
          description="Inactive products are not sold anywhere"
          color="teal"
          {...form.getInputProps('status', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection
        title="Category"
        text="Where shoppers find it. What the category asks of its products appears below it."
      >
        <CategorySelect
          label="Category"
          withAsterisk
          allowDeselect={false}
          current={product?.categoryData}
          {...form.getInputProps('categoryId')}
          error={form.errors.categoryId && 'Choose a category'}
        />
        {specifications.isLoading && <Skeleton height={36} className="after-a-while" />}
        <SpecificationFields
          specifications={categoryId === '' ? [] : (specifications.data ?? [])}
          values={form.values.specifications}
          errors={form.errors}
          onChange={(values) => form.setFieldValue('specifications', values)}
        />
      </FormSection>
      <FormSection title="Pictures" text="JPEG, PNG, WebP or AVIF, up to 10 MB each.">
        <ImageUpload
          many
          label="Pictures"
          images={images}
          error={form.errors.images}
          onChange={(next) => form.setFieldValue('images', next)}
        />
        {pictures.length > 0 && (
          <div className={classes.alts}>
            <Text size="sm" c="dimmed">
              In words, for those who cannot see them:
            </Text>
            {pictures.map((picture, at) => (
              <div key={picture._id} className={classes.alt}>
                <img src={picture.small} alt="" />
                <TextInput
                  aria-label={`What picture ${at + 1} shows`}
                  placeholder={product?.name}
                  maxLength={200}
                  value={alts[picture._id] ?? ''}
                  onChange={(event) =>
                    form.setFieldValue('alts', { ...alts, [picture._id]: event.currentTarget.value })
                  }
                />
              </div>
            ))}
          </div>
        )}
      </FormSection>
      <section className={classes.wide} aria-label="Sub-products">
        <h2>Sub-products</h2>
        <p>What is sold and stocked: one row for each size or kind, with its own SKU and price.</p>
        <SubProductGrid
          rows={form.values.subProducts}
          onChange={(rows) => form.setFieldValue('subProducts', rows)}
          errors={form.errors}
          productName={form.values.name}
        />
      </section>
      <FormSection title="Where it is shown">
        <Select label="Badge" allowDeselect={false} data={badgeChoices} {...form.getInputProps('badge')} />
        <Switch
          label="On the home page"
          color="teal"
          {...form.getInputProps('addToHomePage', { type: 'checkbox' })}
        />
        <TagsInput label="Tags" description="Press Enter after each" {...form.getInputProps('tags')} />
      </FormSection>
      <FormSection title="Taxes" text="Leave it empty to charge what the category says.">
        <TaxSelect
          label="Taxes of its own"
          clearable
          current={product?.taxSource?.kind === 'product' ? product.taxes : []}
          {...form.getInputProps('taxIds')}
        />
      </FormSection>
    </FormPage>
  );
}
