import { type Passkey, secondFactorRoutes } from '@aisle/contract/system/auth/second-factors';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { canUsePasskeys } from '../../core/session/passkeys.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { type FactorDialog, FactorDialogs } from './factor-dialogs.tsx';
import classes from './second-factors.module.css';

/** The user's second factors, on the profile. */
export function SecondFactorsPanel() {
  const query = useQuery({ ...read(secondFactorRoutes.get, {}), meta: { quiet: true } });
  const [dialog, setDialog] = useState<FactorDialog>(null);
  const factors = query.data;
  return (
    <Panel title="Second factor">
      {query.error && !factors && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={96} className="after-a-while" />}
      {factors && (
        <>
          <Text c="dimmed" size="sm" mb="xs">
            {factors.isRequired
              ? 'Your account needs an authenticator app or a passkey besides the password.'
              : 'Protects your account even if someone learns your password.'}
          </Text>
          <ul className="plain-list">
            <AppRow since={factors.totpSince} onSetUp={() => setDialog({ kind: 'totp' })} />
            {factors.passkeys.map((passkey) => (
              <PasskeyRow key={passkey._id} passkey={passkey} />
            ))}
            {(factors.totpSince || factors.passkeys.length > 0) && (
              <CodesRow
                left={factors.recoveryCodesLeft}
                onCodes={(codes) => setDialog({ kind: 'codes', codes })}
              />
            )}
          </ul>
          {canUsePasskeys() && (
            <Button variant="default" size="xs" mt="sm" onClick={() => setDialog({ kind: 'passkey' })}>
              Add passkey
            </Button>
          )}
          <FactorDialogs dialog={dialog} onChange={setDialog} />
        </>
      )}
    </Panel>
  );
}

interface RowProps {
  title: string;
  /** Details of the factor. */
  children: ReactNode;
  actions: ReactNode;
}
const Row = ({ title, children, actions }: RowProps) => (
  <li className={`row wrap gap-2 gap-x-4 ${classes.factor}`}>
    <div className={classes.named}>
      <Text fw={500}>{title}</Text>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </div>
    <Group gap="xs">{actions}</Group>
  </li>
);

function AppRow({ since, onSetUp }: { since: string | null; onSetUp: () => void }) {
  const removing = useWrite(secondFactorRoutes.removeTotp);
  async function remove(): Promise<void> {
    const sure = await confirm({
      title: 'Remove the authenticator app?',
      text: 'Its codes stop working. Without another second factor, the recovery codes are deleted too.',
      confirm: 'Remove',
    });
    if (sure) removing.mutate({});
  }
  return (
    <Row
      title="Authenticator app"
      actions={
        <>
          <Button variant="default" size="xs" onClick={onSetUp}>
            {since ? 'Replace' : 'Set up'}
          </Button>
          {since && (
            <Button variant="default" size="xs" loading={removing.isPending} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {since ? (
        <>
          Set up <DateText value={since} withTime isWithin />
        </>
      ) : (
        'Shows a new code every 30 seconds'
      )}
    </Row>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const removing = useWrite(secondFactorRoutes.removePasskey);
  async function remove(): Promise<void> {
    const sure = await confirm({
      title: `Remove the passkey ${passkey.name}?`,
      text: "You can't sign in with it anymore. Delete it on your device, too.",
      confirm: 'Remove',
    });
    if (sure) removing.mutate({ params: { id: passkey._id } });
  }
  return (
    <Row
      title={passkey.name}
      actions={
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${passkey.name}`}
          loading={removing.isPending}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      }
    >
      Passkey · added <DateText value={passkey.createdAt} withTime isWithin /> ·{' '}
      {passkey.lastUsedAt ? (
        <>
          last used <DateText value={passkey.lastUsedAt} withTime isWithin />
        </>
      ) : (
        'never used'
      )}
    </Row>
  );
}

function CodesRow({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const creating = useWrite(secondFactorRoutes.newRecoveryCodes);
  async function create(): Promise<void> {
    const sure = await confirm({
      title: 'Create new recovery codes?',
      text: 'The codes that you have now stop working.',
      confirm: 'Create codes',
      danger: false,
    });
    if (!sure) return;
    const made = await creating.mutateAsync({}).catch(() => null);
    if (made) onCodes(made.recoveryCodes);
  }
  return (
    <Row
      title="Recovery codes"
      actions={
        <Button variant="default" size="xs" loading={creating.isPending} onClick={() => void create()}>
          New codes
        </Button>
      }
    >
      {left === 1 ? '1 code left' : `${left} codes left`}
      {left < 3 && '. Create new ones'}
    </Row>
  );
}
