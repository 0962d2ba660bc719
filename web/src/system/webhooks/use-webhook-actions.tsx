import { type Webhook, webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { type ReactNode, Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

const WebhookForm = later(() => import('./webhook-form.tsx').then((module) => module.WebhookForm));
const SecretDialog = later(() => import('./secret-dialog.tsx').then((module) => module.SecretDialog));

interface WebhookActions {
  add: () => void;
  edit: (webhook: Webhook) => void;
  ping: (webhook: Webhook) => void;
  /** Further actions, for a menu. */
  more: (webhook: Webhook) => { label: string; danger?: true; onClick: () => void }[];
  /** The dialogs of all actions; the screen renders them once. */
  dialogs: ReactNode;
}

/** The actions of a webhook, for the list and for its page. */
export function useWebhookActions(onRemoved?: () => void): WebhookActions {
  const [editing, setEditing] = useState<Webhook | 'new'>();
  const [shown, setShown] = useState<{ name: string; secret: string; isNew?: boolean }>();
  const pinging = useWrite(webhookRoutes.test);
  const switching = useWrite(webhookRoutes.updateStatus);
  const rotating = useWrite(webhookRoutes.rotateSecret);
  const removing = useWrite(webhookRoutes.remove);

  async function rotate({ _id, name }: Webhook): Promise<void> {
    const sure = await confirm({
      title: `Create a new secret for ${name}?`,
      text: 'Deliveries are signed with both secrets for 24 hours. After that, the old one stops working.',
      confirm: 'Create new secret',
    });
    if (!sure) return;
    const { secret } = await rotating.mutateAsync({ params: { id: _id } });
    setShown({ name, secret, isNew: true });
  }
  async function remove({ _id, name, waiting }: Webhook): Promise<void> {
    const sure = await confirm({
      title: `Delete ${name}?`,
      text:
        waiting > 0
          ? `Its log is deleted too, and ${waiting} waiting deliveries aren't sent.`
          : "Its log is deleted too. This can't be undone.",
      confirm: 'Delete',
      danger: true,
    });
    if (!sure) return;
    await removing.mutateAsync({ params: { id: _id } });
    onRemoved?.();
  }
  return {
    add: () => setEditing('new'),
    edit: setEditing,
    ping: ({ _id }) => pinging.mutate({ params: { id: _id } }),
    more: (webhook) => [
      {
        label: webhook.status ? 'Turn off' : 'Turn on',
        onClick: () => switching.mutate({ params: { id: webhook._id }, body: { status: !webhook.status } }),
      },
      { label: 'New secret', onClick: () => void rotate(webhook).catch(() => undefined) },
      { label: 'Delete', danger: true, onClick: () => void remove(webhook).catch(() => undefined) },
    ],
    dialogs: (
      <Suspense>
        {editing && (
          <WebhookForm
            webhook={editing === 'new' ? undefined : editing}
            onMade={setShown}
            onClose={() => setEditing(undefined)}
          />
        )}
        {shown && <SecretDialog {...shown} onClose={() => setShown(undefined)} />}
      </Suspense>
    ),
  };
}
