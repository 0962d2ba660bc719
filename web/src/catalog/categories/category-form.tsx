import {
  type Category,
  CategoryInput,
  type CategoryNode,
  categoryRoutes,
  type TaxFlow,
} from '@aisle/contract/catalog/categories';
import { Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { TaxSelect } from '../../links/catalog/tax-select.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ImageUpload, type UploadedImage } from '../../ui/form/fields/image-upload.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ChangeImpact } from './impact/change-impact.tsx';
import { SpecificationEditor, type SpecificationRow } from './specification-editor.tsx';
import { TaxSteps } from './tax-steps.tsx';
import { branchIds, findNode } from './tree/category-place.ts';

interface CategoryFormProps {
  /** None for a new one. */
  category?: Category;
  /** Where its taxes come from. */
  flow?: TaxFlow;
  parentId: string | null;
  onClose: () => void;
}

const Form = CategoryInput.extend({ images: z.custom<UploadedImage[]>() });
type Form = z.output<typeof Form>;

/** One form for adding and for changing. */
export function CategoryForm({ category, flow, parentId, onClose }: CategoryFormProps) {
  const toValues = (record?: Category) => ({
    name: record?.name ?? '',
    parentId: record ? record.parentId : parentId,
    description: record?.description ?? '',
    status: record?.status ?? true,
    taxIds: record?.taxIds ?? [],
    specifications: (record?.specifications ?? []) as SpecificationRow[],
    images: (record?.image ? [{ picture: record.image }] : []) as UploadedImage[],
  });
  const form = useZodForm(Form, toValues, category);
  const tree = useQuery(read(categoryRoutes.tree, {}));
  const create = useWrite(categoryRoutes.create);
  const edit = useWrite(categoryRoutes.edit);
  const editTax = useWrite(categoryRoutes.editTax, { quiet: true });
  const [isForAllBelow, setForAllBelow] = useState(false);
  const node = category && findNode(tree.data ?? [], category._id);
  const without = new Set([...(node ? branchIds(node) : []), ...lowest(tree.data ?? [])]);

  async function save(form: Form, version: number, changed: Partial<Form>): Promise<void> {
    const { images, ...values } = form;
    const files = { image: images[0]?.file };
    if (!category) {
      await create.mutateAsync({ body: values, files });
      return;
    }
    const params = { id: category._id };
    const { images: _, ...edited } = changed;
    const removeImage = category.image !== null && images.length === 0;
    await edit.mutateAsync({
      params,
      body: { ...edited, version, ...(removeImage && { removeImage }) },
      files,
    });
    if (isForAllBelow) {
      await editTax.mutateAsync({ params, body: { taxIds: values.taxIds ?? [], applyToChildren: true } });
    }
  }

  return (
    <FormDrawer
      title={category ? 'Edit category' : 'New category'}
      form={form}
      save={save}
      onClose={onClose}
      history={category && <HistoryButton resource="categories" id={category._id} name={category.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <CategorySelect
        label="Parent category"
        placeholder="None (top level)"
        clearable
        current={category?.path.at(-1)}
        without={without}
        {...form.getInputProps('parentId')}
      />
      <Switch
        label="Active"
        description="Hidden from customers when off"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
      <ImageUpload
        label="Picture"
        images={form.values.images}
        onChange={(images) => form.setFieldValue('images', images)}
      />
      <Textarea label="Description" autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
      <TaxSelect
        label="Custom taxes"
        description="Leave empty to inherit from the parent category"
        clearable
        current={flow?.steps.at(-1)?.taxes ?? []}
        {...form.getInputProps('taxIds')}
      />
      {category && category.childCount > 0 && (
        <Checkbox
          color="teal"
          label="Apply these taxes to all subcategories"
          description="Replaces custom taxes of subcategories"
          checked={isForAllBelow}
          onChange={(event) => setForAllBelow(event.currentTarget.checked)}
        />
      )}
      {flow && <TaxSteps flow={flow} />}
      <SpecificationEditor
        specifications={form.values.specifications}
        onChange={(next) => form.setFieldValue('specifications', next)}
        errors={form.errors}
        parentId={form.values.parentId}
      />
      {category && <ChangeImpact category={category} values={form.values} applyToChildren={isForAllBelow} />}
    </FormDrawer>
  );
}

/** Nothing can be below the lowest level. */
const lowest = (nodes: readonly CategoryNode[]): string[] =>
  nodes.flatMap((node) => (node.level >= 3 ? [node._id] : lowest(node.children)));
