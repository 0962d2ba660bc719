import { type Brand, BrandInput, brandRoutes } from '@aisle/contract/catalog/brands';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ImageUpload, type UploadedImage } from '../../ui/form/fields/image-upload.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';

interface BrandFormProps {
  /** Undefined for a new brand. */
  brand: Brand | undefined;
  onClose: () => void;
}

const toValues = (brand?: Brand) => ({ name: brand?.name ?? '', status: brand?.status ?? true });

/** Adds or edits a brand. */
export function BrandForm({ brand, onClose }: BrandFormProps) {
  const form = useZodForm(BrandInput, toValues, brand);
  const create = useWrite(brandRoutes.create);
  const edit = useWrite(brandRoutes.edit);
  const [logo, setLogo] = useState<UploadedImage[]>(brand?.logo ? [{ picture: brand.logo }] : []);

  function save(values: BrandInput, version: number, changed: Partial<BrandInput>): Promise<Brand> {
    const files = { logo: logo[0]?.file };
    if (!brand) return create.mutateAsync({ body: values, files });
    const removeLogo = brand.logo !== null && logo.length === 0;
    return edit.mutateAsync({
      params: { id: brand._id },
      body: { ...changed, version, ...(removeLogo && { removeLogo }) },
      files,
    });
  }

  return (
    <FormDrawer
      title={brand ? 'Edit brand' : 'New brand'}
      form={form}
      save={save}
      onClose={onClose}
      history={brand && <HistoryButton resource="brands" id={brand._id} name={brand.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <ImageUpload label="Logo" images={logo} onChange={setLogo} />
      <Switch
        label="Active"
        description="Inactive brands can't be chosen for new products"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
      {brand && (
        <Text size="sm" c="dimmed">
          {brand.productCount === 0 ? (
            'No products use this brand yet.'
          ) : (
            <>
              Used by{' '}
              <ScreenLink to="/products" search={{ brandId: brand._id }}>
                {pluralize(brand.productCount, 'product')}
              </ScreenLink>
              .
            </>
          )}
        </Text>
      )}
    </FormDrawer>
  );
}
