import { useNavigate } from '@tanstack/react-router';
import { ListTabs } from '../../ui/list/list-tabs.tsx';

/** Tabs for composing and for sent messages. */
export function MessageTabs({ isOn }: { isOn: 'new' | 'history' }) {
  const navigate = useNavigate();
  return (
    <ListTabs
      label="Messages"
      tabs={[
        {
          key: 'new',
          label: 'New message',
          isOn: isOn === 'new',
          onClick: () => void navigate({ to: '/messages' }),
        },
        {
          key: 'history',
          label: 'History',
          isOn: isOn === 'history',
          onClick: () => void navigate({ to: '/messages/history' }),
        },
      ]}
    />
  );
}
