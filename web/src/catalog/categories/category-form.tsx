import {
  type Category,
  CategoryChange,
  CategoryInput,
  type CategoryNode,
  categoryRoutes,
  type TaxFlow,
} from '@aisle/contract/catalog/categories';
import { Checkbox, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { read, useWrite } from '../../core/api.ts';
import { CategorySelect } from '../../links/catalog/category-select.tsx';
import { TaxSelect } from '../../links/catalog/tax-select.tsx';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ImageUpload, type UploadedImage } from '../../ui/form/fields/image-upload.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { RateText } from '../../ui/values/values.tsx';
import classes from './categories.module.css';
import { ImpactList } from './impact/impact-list.tsx';
import { impactLines } from './impact/impact-text.ts';
import { SpecificationEditor, type SpecificationRow } from './specification-editor.tsx';
import { taxText } from './tax-text.ts';
import { branchIds, findNode } from './tree/category-position.ts';

interface CategoryFormProps {
  /** Omitted for a new category. */
  category?: Category;
  /** The source of its taxes. */
  flow?: TaxFlow;
  parentId: string | null;
  onClose: () => void;
}

const Form = CategoryInput.extend({ images: z.custom<UploadedImage[]>() });
type Form = z.output<typeof Form>;

/** Adds or edits a category. */
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
        isCreatable
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

/** Categories at the lowest level can't have children. */
const lowest = (nodes: readonly CategoryNode[]): string[] =>
  nodes.flatMap((node) => (node.level >= 3 ? [node._id] : lowest(node.children)));

type Change = z.input<typeof CategoryChange>;
interface ChangeImpactProps {
  category: Category;
  /** The current values of the form. */
  values: Pick<Change, 'status' | 'parentId' | 'taxIds' | 'specifications'>;
  applyToChildren: boolean;
}

/** Previews the effect of the draft on products and subcategories. */
function ChangeImpact({ category, values, applyToChildren }: ChangeImpactProps) {
  const change: Change = {
    ...(values.status !== category.status && { status: values.status }),
    ...(values.parentId !== category.parentId && { parentId: values.parentId }),
    ...((differs(values.taxIds, category.taxIds) || applyToChildren) && { taxIds: values.taxIds }),
    ...(differs(values.specifications, category.specifications) && { specifications: values.specifications }),
    ...(applyToChildren && { applyToChildren }),
  };
  const [body] = useDebouncedValue(JSON.stringify(change), 300);
  // Doesn't request the impact of incomplete input.
  const isAskable = body !== '{}' && CategoryChange.safeParse(JSON.parse(body)).success;
  const query = useQuery({
    ...read(categoryRoutes.impact, { params: { id: category._id }, body: JSON.parse(body) as Change }),
    enabled: isAskable,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const impact = isAskable ? query.data : undefined;
  const isNothing = !impact || (impactLines(impact).length === 0 && !impact.refusal);
  return (
    <div role="status" className={classes.before}>
      {!isNothing && (
        <div
          className={`grid gap-1 text-sm ${classes.warning}`}
          data-refused={impact.refusal !== null || undefined}
        >
          <strong>When you save</strong>
          {impact.refusal ? impact.refusal.message : <ImpactList impact={impact} />}
        </div>
      )}
    </div>
  );
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** From the top level down: the taxes of each category, the source that applies, and the categories that inherit it. */
function TaxSteps({ flow }: { flow: TaxFlow }) {
  const { steps, taxes, source } = flow;
  const sourceAt = steps.findIndex(({ applies }) => applies);
  const charged = taxes.filter(({ status }) => status).reduce((sum, { rate }) => sum + rate, 0);
  return (
    <section aria-label="Taxes as saved">
      <Text size="sm" fw={500} mb={4}>
        Taxes charged, as saved
      </Text>
      <ol className={`plain-list grid text-sm ${classes.flow}`}>
        {steps.map((step, at) => (
          <li
            key={step._id}
            data-applies={step.applies || undefined}
            data-flows={(sourceAt >= 0 && at > sourceAt) || undefined}
          >
            <span className={`break-anywhere ${classes.flowName}`}>
              <bdi>{step.name}</bdi>
            </span>
            <span className="flex wrap justify-end gap-1">
              {step.taxes.length === 0 ? (
                <span className="secondary">
                  {sourceAt >= 0 && at > sourceAt ? `inherits from ${source?.name}` : 'no custom taxes'}
                </span>
              ) : (
                step.taxes.map((tax) => (
                  <span key={tax._id} className={classes.tax} data-off={!tax.status || undefined}>
                    <bdi>{taxText(tax)}</bdi>
                    {!tax.status && ' · off'}
                  </span>
                ))
              )}
            </span>
          </li>
        ))}
        <li data-result>
          <span className={`break-anywhere ${classes.flowName}`}>Products here pay</span>
          <strong>{charged === 0 ? 'no tax' : <RateText value={charged} />}</strong>
        </li>
      </ol>
    </section>
  );
}
