import {
  ConnectionEdit,
  type ConnectionView,
  connectionRoutes,
  type FieldPrecedence,
} from '@aisle/contract/warehouse/connections';
import { precedenceFields, precedences, type SyncName, syncNames } from '@aisle/contract/warehouse/sync';
import { Input, Select, Stack } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { fieldLabel, precedenceLabels, syncLabels } from './precedence-labels.ts';

interface ConnectionFormProps {
  connection: ConnectionView;
  onClose: () => void;
}
const Values = ConnectionEdit.omit({ version: true });
const toValues = (connection?: ConnectionView) => ({
  silentAfterMinutes: connection?.silentAfterMinutes ?? null,
  precedence: connection?.precedence ?? [],
});
const fields = syncNames.flatMap((name: SyncName) =>
  precedenceFields[name].map((field) => ({ name, field })),
);
const choices = precedences.map((value) => ({ value, label: precedenceLabels[value] }));

/** Edits the alert of a connection, and which values win. */
export function ConnectionForm({ connection, onClose }: ConnectionFormProps) {
  const form = useZodForm(Values, toValues, connection);
  const edit = useWrite(connectionRoutes.edit);
  const { precedence } = form.values;
  const byOf = ({ name, field }: Pick<FieldPrecedence, 'name' | 'field'>) =>
    precedence.find((one) => one.name === name && one.field === field)?.by ?? 'caller';
  function choose(entry: FieldPrecedence): void {
    const others = precedence.filter(({ name, field }) => name !== entry.name || field !== entry.field);
    form.setFieldValue('precedence', entry.by === 'caller' ? others : [...others, entry]);
  }
  return (
    <FormDrawer
      title={`Edit ${connection.name}`}
      form={form}
      save={(_values, version, changed) =>
        edit.mutateAsync({ params: { id: connection._id }, body: { ...changed, version } })
      }
      onClose={onClose}
    >
      <QuantityInput
        label="Alert after"
        description={
          connection.kind === 'webhook'
            ? 'Minutes that a delivery can wait. Leave empty for no alert'
            : 'Minutes without a call. Leave empty for no alert'
        }
        data-autofocus
        {...form.getInputProps('silentAfterMinutes')}
      />
      {connection.kind === 'apiKey' && (
        <Input.Wrapper
          label="Which value wins"
          description="Applies when a value of this program differs from the one in Aisle. The latest change needs updatedAt in the rows"
          error={form.errors.precedence}
        >
          <Stack gap="xs" mt="xs">
            {fields.map(({ name, field }) => (
              <Select
                key={`${name} ${field}`}
                label={`${syncLabels[name]}: ${fieldLabel(field)}`}
                data={choices}
                allowDeselect={false}
                value={byOf({ name, field })}
                onChange={(by) => choose({ name, field, by: by as FieldPrecedence['by'] })}
              />
            ))}
          </Stack>
        </Input.Wrapper>
      )}
    </FormDrawer>
  );
}
