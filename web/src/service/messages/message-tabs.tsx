import { useNavigate } from '@tanstack/react-router';
import { ListTabs } from '../../ui/list/list-tabs.tsx';

/** Tabs for sent messages, drafts and templates. */
export function MessageTabs({ isOn }: { isOn: 'sent' | 'draft' | 'template' }) {
  const navigate = useNavigate();
  return (
    <ListTabs
      label="Messages"
      tabs={[
        {
          key: 'sent',
          label: 'Sent',
          isOn: isOn === 'sent',
          onClick: () => void navigate({ to: '/messages' }),
        },
        {
          key: 'draft',
          label: 'Drafts',
          isOn: isOn === 'draft',
          onClick: () => void navigate({ to: '/messages/drafts', search: { kind: 'draft' } }),
        },
        {
          key: 'template',
          label: 'Templates',
          isOn: isOn === 'template',
          onClick: () => void navigate({ to: '/messages/drafts', search: { kind: 'template' } }),
        },
      ]}
    />
  );
}
