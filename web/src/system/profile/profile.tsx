import { ProfileInput, profileRoutes } from '@aisle/contract/system/profile';
import type { User } from '@aisle/contract/system/users/users';
import { Button, Group, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { SessionList } from '../../links/system/session-list.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Facts, Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { SecondFactorsPanel } from '../second-factors/second-factors-panel.tsx';
import { ChangePassword } from './change-password.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { PushPanel } from './push-panel.tsx';

const userTypes = { admin: 'Administrator', store: 'Store', others: 'Other staff' };

export function Profile() {
  const query = useQuery({ ...read(profileRoutes.get, {}), meta: { quiet: true } });
  const [isChanging, setChanging] = useState(false);
  const user = query.data;
  return (
    <RecordPage
      title="Profile"
      back={{ to: '/dashboard', label: 'the dashboard' }}
      actions={
        <Button variant="default" onClick={() => setChanging(true)}>
          Change Password
        </Button>
      }
      side={
        <>
          {user && (
            <Panel title="Account">
              <Facts
                facts={[
                  ['Type', userTypes[user.userType]],
                  ['Locations', user.locations.map(({ name }) => name).join(', ')],
                  ['Last sign-in', <DateText key="at" value={user.lastLoginAt} withTime />],
                ]}
              />
            </Panel>
          )}
          <PushPanel />
          <PreferencesPanel />
        </>
      }
    >
      {user && <ContactForm user={user} />}
      {query.error && !user && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={220} className="after-a-while" />}
      <SecondFactorsPanel />
      <Sessions />
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
    </RecordPage>
  );
}

const toValues = (user?: User) => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
});

function ContactForm({ user }: { user: User }) {
  const form = useZodForm(ProfileInput, toValues, user);
  const saving = useWrite(profileRoutes.edit);
  useUnsavedGuard(form.changed.length > 0);
  async function submit(): Promise<void> {
    const saved = await form.submit((values, version) =>
      saving.mutateAsync({ body: { ...values, version } }),
    );
    if (saved) form.rebase(saved);
  }
  return (
    <Panel title="Name and contact">
      <FormShell form={form} label="Name and contact" onSubmit={() => void submit()}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput label="First name" withAsterisk {...form.getInputProps('firstName')} />
            <TextInput label="Last name" withAsterisk {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <TextInput
            label="Email"
            description={
              user.pendingEmail
                ? `Waiting for ${user.pendingEmail} to be confirmed`
                : "We'll email a link to confirm. Other sessions are then signed out"
            }
            withAsterisk
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PhoneInput {...form.getInputProps('phone')} />
          <Group justify="flex-end">
            <Button type="submit" loading={form.isSaving} disabled={form.changed.length === 0}>
              Save changes
            </Button>
          </Group>
        </Stack>
      </FormShell>
    </Panel>
  );
}

/** The user's active sessions, which can be ended. */
function Sessions() {
  const query = useQuery({ ...read(profileRoutes.sessions, {}), meta: { quiet: true } });
  const ending = useWrite(profileRoutes.endSession);
  const endingOthers = useWrite(profileRoutes.endOtherSessions);
  const sessions = query.data;
  async function endOthers(): Promise<void> {
    const sure = await confirm({
      title: 'Sign out other sessions?',
      text: 'Unsaved changes on your other devices are lost.',
      confirm: 'Sign out other sessions',
    });
    if (sure) endingOthers.mutate({});
  }
  return (
    <Panel
      title="Sessions"
      tools={
        (sessions?.length ?? 0) > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={endingOthers.isPending}
            onClick={() => void endOthers()}
          >
            Sign out other sessions
          </Button>
        )
      }
    >
      {query.error && !sessions && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={96} className="after-a-while" />}
      {sessions && (
        <SessionList
          sessions={sessions}
          ending={ending.isPending ? ending.variables?.params.id : undefined}
          onEnd={({ _id }) => ending.mutate({ params: { id: _id } })}
        />
      )}
    </Panel>
  );
}
