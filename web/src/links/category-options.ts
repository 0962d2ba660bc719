import type { CategoryNode } from '@aisle/contract/catalog/categories';

export interface CategoryOption {
  value: string;
  /** With everything above it: "Dairy › Cheese". */
  label: string;
  name: string;
  above: string;
}

/** All categories in the order of the tree, each named with its path, so that two of one name differ. */
export function categoryOptions(nodes: readonly CategoryNode[], above = ''): CategoryOption[] {
  return nodes.flatMap((node) => {
    const label = above === '' ? node.name : `${above} › ${node.name}`;
    return [{ value: node._id, label, name: node.name, above }, ...categoryOptions(node.children, label)];
  });
}

/** The options whose path contains every word. */
export function matchingOptions(options: readonly CategoryOption[], search: string): CategoryOption[] {
  const words = search
    .toLowerCase()
    .split(/[\s›]+/)
    .filter(Boolean);
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
