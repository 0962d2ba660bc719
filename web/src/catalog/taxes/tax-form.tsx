import { type Tax, TaxInput, taxRoutes } from '@aisle/contract/catalog/taxes';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { TaxUsage } from './tax-usage.tsx';

interface TaxFormProps {
  /** None for a new one. */
  tax: Tax | undefined;
  onClose: () => void;
}

const toValues = (tax?: Tax) => ({
  name: tax?.name ?? '',
  rate: tax?.rate ?? null,
  description: tax?.description ?? '',
  status: tax?.status ?? true,
});

/** One form for adding and for changing. */
export function TaxForm({ tax, onClose }: TaxFormProps) {
  const form = useZodForm(TaxInput, toValues, tax);
  const create = useWrite(taxRoutes.create);
  const edit = useWrite(taxRoutes.edit);
  const save = (values: TaxInput, version: number): Promise<Tax> =>
    tax
      ? edit.mutateAsync({ params: { id: tax._id }, body: { ...values, version } })
      : create.mutateAsync({ body: values });
  return (
    <FormDrawer
      title={tax ? 'Edit tax' : 'New tax'}
      form={form}
      save={save}
      onClose={onClose}
      history={tax && <HistoryButton resource="taxes" id={tax._id} name={tax.name} />}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <RateInput
        label="Rate"
        withAsterisk
        description="Placed orders keep their rate"
        {...form.getInputProps('rate')}
      />
      <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
      <Switch
        label="Active"
        description="Inactive taxes aren't charged"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
      {tax && <TaxUsage tax={tax} />}
    </FormDrawer>
  );
}
