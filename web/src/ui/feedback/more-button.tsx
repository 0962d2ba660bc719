import { Button, type ButtonProps } from '@mantine/core';

interface MoreButtonProps extends ButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}
/** Loads the next page of the entries above it, if there is one. */
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
