import { Button, type ButtonProps } from '@mantine/core';

interface MoreButtonProps extends ButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}
/** Reads the next page of what is shown above it, while there is one. */
export const MoreButton = ({ query, ...button }: MoreButtonProps) =>
  query.hasNextPage && (
    <Button
      variant="default"
      size="sm"
      {...button}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    />
  );
