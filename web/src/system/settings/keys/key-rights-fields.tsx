import { locationRoutes } from '@aisle/contract/locations/locations';
import { isPermission, roleTree } from '@aisle/contract/permissions';
import type { ApiKey, ApiKeyInput } from '@aisle/contract/system/api-keys';
import { Input, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useSignedIn } from '../../../core/session/session.ts';
import { PermissionTree } from '../../../links/system/permission-tree.tsx';
import { ChoiceMultiSelect } from '../../../ui/form/fields/choice-multi-select.tsx';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import type { ZodForm } from '../../../ui/form/use-zod-form.ts';

/** The values of the fields that new and existing keys have. */
export const rightsOf = (key?: ApiKey) => ({
  name: key?.name ?? '',
  permissions: (key?.permissions ?? []).filter(isPermission),
  locationIds: key?.locationIds ?? null,
  mayMoveMoney: key?.mayMoveMoney ?? false,
  allowedAddresses: key?.allowedAddresses ?? [],
  limitPerMinute: key?.limitPerMinute ?? 600,
});
type Rights = ReturnType<typeof rightsOf>;

interface KeyRightsFieldsProps {
  form: Pick<ZodForm<Rights, Partial<ApiKeyInput>>, 'values' | 'errors' | 'getInputProps' | 'setFieldValue'>;
  apiKey?: ApiKey;
}

export function KeyRightsFields({ form, apiKey }: KeyRightsFieldsProps) {
  const { permissions: mine } = useSignedIn();
  const { permissions, locationIds } = form.values;
  const granted = useMemo(() => new Set(permissions), [permissions]);
  const wrongAddress = Object.entries(form.errors).find(([path]) => path.startsWith('allowedAddresses'))?.[1];
  return (
    <>
      <Input.Wrapper
        label="Permissions"
        description="The key can do what a user with these permissions can. Users, settings and API keys stay closed"
        error={form.errors.permissions}
      >
        <Text size="sm" c="dimmed" className="tabular" role="status" my={4}>
          {permissions.length} granted
        </Text>
        <PermissionTree
          label="Permissions"
          roles={roleTree}
          mine={mine}
          value={granted}
          onChange={(chosen) => form.setFieldValue('permissions', [...chosen])}
          maxHeight={320}
        />
      </Input.Wrapper>
      <ChoiceMultiSelect
        label="Locations"
        description="Limits the key to orders, stock and other records of these locations"
        placeholder={locationIds ? '' : 'All locations'}
        route={locationRoutes.dropdown}
        current={apiKey?.locations ?? []}
        clearable
        {...form.getInputProps('locationIds')}
        value={locationIds ?? []}
        onChange={(ids) => form.setFieldValue('locationIds', ids.length > 0 ? ids : null)}
      />
      <Switch
        label="Can move money"
        description="Allows refunds, payouts, adjustments and other actions that users confirm with their password, if the key has the permission"
        color="teal"
        {...form.getInputProps('mayMoveMoney', { type: 'checkbox' })}
      />
      <TagsInput
        label="Allowed addresses"
        description="Addresses or ranges such as 203.0.113.0/24. Press Enter after each. Leave empty for any address"
        splitChars={[',', ' ']}
        {...form.getInputProps('allowedAddresses')}
        error={wrongAddress}
      />
      <QuantityInput label="Requests per minute" withAsterisk {...form.getInputProps('limitPerMinute')} />
    </>
  );
}

export const NameField = ({ form }: Pick<KeyRightsFieldsProps, 'form'>) => (
  <TextInput
    label="Name"
    description="What uses this key, such as “Storefront”"
    withAsterisk
    data-autofocus
    {...form.getInputProps('name')}
  />
);
