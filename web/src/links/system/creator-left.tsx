import { Alert, Button, Group } from '@mantine/core';

interface CreatorLeftProps {
  /** The key or webhook: "API key Storefront". */
  what: string;
  maker: string | null;
  isBusy: boolean;
  onKeep: () => void;
  onTakeOver: () => void;
}

/**
 * Asks what to do with a key or webhook whose creator can no longer be responsible for it. Revoking is possible in its usual
 * place.
 */
export function CreatorLeft({ what, maker, isBusy, onKeep, onTakeOver }: CreatorLeftProps) {
  return (
    <Alert
      variant="light"
      color="yellow"
      mt="xs"
      title={`${maker ?? 'Its creator'} left or lost a permission it needs`}
    >
      Decide what happens to it. Until then, it keeps working.
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" loading={isBusy} aria-label={`Keep ${what}`} onClick={onKeep}>
          Keep
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={`Take over ${what}`}
          onClick={onTakeOver}
        >
          Take over
        </Button>
      </Group>
    </Alert>
  );
}
