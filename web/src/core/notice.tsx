import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** How long a toast stays. */
export const toastMs = 2000;
export const undoMs = 30_000;

/** While somebody else will say how it went. */
let held = 0;

/** Does something whose success is told by what follows, such as an offer to take it back. */
export async function withoutToast<Value>(work: () => Promise<Value>): Promise<Value> {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
  }
}

export const tellSuccess = (message: string): void => {
  if (held > 0) return;
  notifications.show({ message, color: 'teal', autoClose: toastMs });
};

/** An error goes like any toast, unless somebody wants to read it in peace. */
export function tellError(message: string): void {
  // The same thing going wrong twice at once is told once.
  const id = `error:${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    role: 'alert',
    color: 'red',
    autoClose: toastMs,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          style={{ flexShrink: 0 }}
          onClick={() => notifications.update({ id, role: 'alert', color: 'red', autoClose: false, message })}
        >
          Keep open
        </Button>
      </Group>
    ),
  });
}

/** Offers to take something back, for 30 s or until it is dismissed. */
export function offerUndo(message: string, undo: () => Promise<unknown>): void {
  const id = `undo:${crypto.randomUUID()}`;
  notifications.show({
    id,
    color: 'teal',
    autoClose: undoMs,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          color="teal"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(id);
            void undo().catch(() => undefined); // told by a toast
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
