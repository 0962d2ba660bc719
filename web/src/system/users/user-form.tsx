import { fullName } from '@aisle/contract/core/full-name';
import { pluralize } from '@aisle/contract/core/pluralize';
import { locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { type User, UserInput, type UserType, userRoutes } from '@aisle/contract/system/users/users';
import { Box, Input, Select, Switch, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { RoleStart } from './role-start.tsx';
import { grantable } from './role-templates.ts';
import { userTypeOptions } from './user-type.ts';

interface UserFormProps {
  /** Undefined for a new user. */
  user: User | undefined;
  onClose: () => void;
}

const toValues = (user?: User) => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  userType: (user?.userType ?? 'others') as UserType,
  locationIds: user?.locations.map(({ _id }) => _id) ?? [],
  status: user?.status ?? true,
});

export function UserForm({ user, onClose }: UserFormProps) {
  const { user: me, userId, permissions } = useSignedIn();
  const form = useZodForm(UserInput, toValues, user);
  const create = useWrite(userRoutes.create);
  const edit = useWrite(userRoutes.edit);
  const isMe = user?._id === userId;
  const hint = emailHint(user);
  const navigate = useNavigate();
  const [role, setRole] = useState<ReadonlySet<Permission>>(new Set());
  const takesRole = !user && form.values.userType !== 'admin';
  const invited = useRef<User>(undefined);

  async function save({ locationIds, ...values }: UserInput, version: number): Promise<User> {
    const body = { ...values, ...(values.userType === 'store' && { locationIds }) };
    if (user) return edit.mutateAsync({ params: { id: user._id }, body: { ...body, version } });
    const userRole = takesRole && role.size > 0 ? [...role] : undefined;
    invited.current = await create.mutateAsync({ body: { ...body, ...(userRole && { userRole }) } });
    return invited.current;
  }
  /** Assigns a role next, because a user without permissions would see an empty screen. */
  function assignRole(): void {
    const { _id, userType } = invited.current ?? {};
    if (!_id || userType === 'admin' || me.userType !== 'admin' || role.size > 0) return;
    void navigate({ to: '/users/role/$id', params: { id: _id } });
  }

  return (
    <FormDrawer
      title={user ? 'Edit user' : 'New user'}
      form={form}
      save={save}
      onClose={onClose}
      onSaved={assignRole}
      saveLabel={user ? 'Save changes' : 'Send invitation'}
      history={user && <HistoryButton resource="users" id={user._id} name={fullName(user)} />}
    >
      <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label="Last name" withAsterisk {...form.getInputProps('lastName')} />
      <TextInput
        label="Email"
        {...(hint && { description: hint })}
        withAsterisk
        type="email"
        {...form.getInputProps('email')}
      />
      <PhoneInput {...form.getInputProps('phone')} />
      <Select
        label="Type"
        description="Administrators can do everything unless roles limit them. Store users see only their locations"
        withAsterisk
        // Only administrators can set the type, and no user can change their own.
        data={userTypeOptions.filter(({ value }) => value !== 'admin' || me.userType === 'admin' || isMe)}
        disabled={isMe || (user !== undefined && me.userType !== 'admin')}
        {...form.getInputProps('userType')}
      />
      {form.values.userType === 'store' && (
        <ChoiceMultiSelect
          label="Locations"
          withAsterisk
          route={locationRoutes.dropdown}
          current={user?.locations ?? []}
          {...form.getInputProps('locationIds')}
        />
      )}
      {takesRole && (
        <FirstRole
          isAssignable={me.userType === 'admin'}
          role={role}
          onChange={(wanted) => setRole(grantable(wanted, permissions, new Set()))}
        />
      )}
      <Switch
        label="Active"
        description="Inactive users can't sign in"
        color="teal"
        disabled={isMe}
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}

interface FirstRoleProps {
  /** Only administrators can assign roles. */
  isAssignable: boolean;
  role: ReadonlySet<Permission>;
  onChange: (permissions: readonly Permission[]) => void;
}

/** Chooses the role of an invited user, and explains what happens without one. */
function FirstRole({ isAssignable, role, onChange }: FirstRoleProps) {
  const hint = isAssignable
    ? role.size > 0
      ? `${pluralize(role.size, 'permission', 'permissions')} granted. You can change them later with Assign Role.`
      : 'No role chosen. You choose the permissions right after the invitation. Without any, this user sees an empty screen.'
    : 'This user sees an empty screen until an administrator assigns a role.';
  return (
    <Input.Wrapper label="Role" labelElement="div" description={<span role="status">{hint}</span>}>
      {isAssignable && (
        <Box mt="xs">
          <RoleStart onStart={onChange} />
        </Box>
      )}
    </Input.Wrapper>
  );
}

function emailHint(user: User | undefined): string | undefined {
  if (user?.pendingEmail) return `Waiting for ${user.pendingEmail} to be confirmed`;
  return user?.hasPassword ? "We'll email a link to confirm a new email" : undefined;
}
