import { Modal } from '@mantine/core';
import classes from './keys-dialog.module.css';
import { useMenu } from './use-screens.ts';

const everywhere: [string, string][] = [
  ['Ctrl/⌘ K', 'Search or jump to a screen'],
  ['/', 'Search this list'],
  ['?', 'Show keyboard shortcuts'],
  ['[', 'Collapse or expand the menu'],
  ['\\', 'Hide or show the menu'],
];
const lists: [string, string][] = [
  ['↑ ↓', 'Move between rows'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row'],
];
const orders: [string, string][] = [
  ['.', 'Take the next step'],
  ['n', 'Add a note'],
];
const tickets: [string, string][] = [
  ['j k', 'Next or previous ticket'],
  ['r', 'Reply'],
  ['n', 'Add a note'],
  ['c', 'Choose a canned reply'],
  ['a', 'Assign'],
  ['e', 'Resolve'],
  ['Ctrl/⌘ Enter', 'Send'],
];
const forms: [string, string][] = [
  ['Ctrl/⌘ S', 'Save'],
  ['Ctrl/⌘ Enter', 'Save from any field'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const screens = useMenu()
    .flatMap((area) => area.entries)
    .flatMap(({ key, label }): [string, string][] => (key ? [[`g ${key}`, label]] : []));
  const groups = [
    ['Everywhere', everywhere],
    ['Lists', lists],
    ['Forms', forms],
    ['Order', orders],
    ['Ticket', tickets],
    ['Go to', screens],
  ] as const;
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={classes.groups}>
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h3 className={`text-xs medium secondary ${classes.title}`}>{title}</h3>
            <dl className="m-0">
              {keys.map(([key, what]) => (
                <div key={key} className={classes.line}>
                  <dt>{what}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
