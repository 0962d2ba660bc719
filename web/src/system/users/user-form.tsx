import { fullName } from '@aisle/contract/core/full-name';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { type User, UserInput, type UserType, userRoutes } from '@aisle/contract/system/users/users';
import { Select, Switch, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useWrite } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
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
  const { user: me, userId } = useSignedIn();
  const form = useZodForm(UserInput, toValues, user);
  const create = useWrite(userRoutes.create);
  const edit = useWrite(userRoutes.edit);
  const isMe = user?._id === userId;
  const hint = emailHint(user);
  const navigate = useNavigate();
  const invited = useRef<User>(undefined);

  async function save({ locationIds, ...values }: UserInput, version: number): Promise<User> {
    const body = { ...values, ...(values.userType === 'store' && { locationIds }) };
    if (user) return edit.mutateAsync({ params: { id: user._id }, body: { ...body, version } });
    invited.current = await create.mutateAsync({ body });
    return invited.current;
  }
  /** Assigns a role next, because a user without permissions would see an empty screen. */
  function assignRole(): void {
    const { _id, userType } = invited.current ?? {};
    if (!_id || userType === 'admin' || me.userType !== 'admin') return;
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

function emailHint(user: User | undefined): string | undefined {
  if (user?.pendingEmail) return `Waiting for ${user.pendingEmail} to be confirmed`;
  return user?.hasPassword ? "We'll email a link to confirm a new email" : undefined;
}
