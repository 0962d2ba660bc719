import { z } from 'zod';
import {
  BooleanLike,
  Deleted,
  Id,
  Instant,
  OptionalId,
  optionalLongText,
  Picture,
  Ref,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { Unit } from '../core/quantity.ts';
import { routes, without } from '../core/route.ts';
import { TaxIds, TaxRef } from './taxes.ts';

export const maxCategoryLevels = 3;

export const specificationTypes = ['text', 'number', 'option'] as const;
/** A property that the products of a category have: "Fat: one of Skim, 1 %, Whole". */
export const Specification = z.object({
  /** Stays the same when the specification is renamed. */
  _id: Id,
  name: z.string(),
  type: z.enum(specificationTypes),
  /** The options; empty unless the type is `option`. */
  options: z.array(z.string()),
  required: z.boolean(),
});
export type Specification = z.infer<typeof Specification>;
/** A specification that applies to a category. `inheritedFrom` is null if the category itself declares it. */
export const StoredSpecification = Specification.extend({ inheritedFrom: Ref.nullable() });
export type StoredSpecification = z.infer<typeof StoredSpecification>;
/** A specification and the category that declares it. */
export const DeclaredSpecification = Specification.extend({ categoryData: Ref });
export type DeclaredSpecification = z.infer<typeof DeclaredSpecification>;

const hasDoubles = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size < names.length;

export const SpecificationInput = z
  .strictObject({
    /**
     * The existing specification. Without it, the name decides: the specification with this name is changed, or a new one is
     * added.
     */
    _id: Id.optional(),
    name: requiredText('Name', 100),
    type: z.enum(specificationTypes, { error: 'Choose text, number or option' }),
    options: z.array(requiredText('Option', 100)).max(100, 'At most 100 options').optional(),
    required: BooleanLike.optional(),
  })
  .superRefine(({ type, options = [] }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['options'], message });
    if (type === 'option' && options.length === 0) refuse('Enter at least one option');
    if (type !== 'option' && options.length > 0) refuse('Only specifications of type option have options');
    if (hasDoubles(options)) refuse('Each option can be listed only once');
  });
const Specifications = z
  .array(SpecificationInput)
  .max(50, 'At most 50 specifications')
  .superRefine((specifications, context) => {
    const seen = new Set<string>();
    for (const [index, { name }] of specifications.entries()) {
      const key = name.toLowerCase();
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'This name is used twice' });
      }
      seen.add(key);
    }
  });

export const Category = z.object({
  _id: Id,
  name: z.string(),
  parentId: Id.nullable(),
  /** The level in the tree, 1 to 3. */
  level: z.int(),
  /** The categories above this one, topmost first. */
  path: z.array(Ref),
  description: z.string().nullable(),
  image: Picture.nullable(),
  status: z.boolean(),
  sortOrder: z.int(),
  /** The taxes set on this category. If empty, it inherits those of the nearest category above that has some (see tax-flow). */
  taxIds: z.array(Id),
  /** The specifications that this category itself declares; see specification-by-category for inherited ones. */
  specifications: z.array(Specification),
  childCount: z.int(),
  /** Products directly in this category. */
  productCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Category = z.infer<typeof Category>;

/** Fields of the form; an image is sent as a file. */
export const CategoryInput = z.strictObject({
  name: requiredText('Name', 100),
  parentId: OptionalId,
  description: optionalLongText('Description', 2000),
  status: BooleanLike.optional(),
  taxIds: TaxIds.optional(),
  specifications: Specifications.optional(),
});
export type CategoryInput = z.infer<typeof CategoryInput>;
/** Another `parentId` moves the category and everything below it to the end of the new parent's children. */
export const CategoryEdit = CategoryInput.partial().extend({
  version: Version,
  /** Removes the image. */
  removeImage: BooleanLike.optional(),
});
export const CategoryPage = pageRequest(['name', 'level', 'productCount', 'updatedAt'], {
  status: BooleanLike,
  level: z.int().min(1).max(maxCategoryLevels),
  /** Only the children of this category; null for the topmost categories. */
  parentId: Id.nullable(),
  /** Only categories that set this tax themselves, without inheriting it. */
  taxId: Id,
});
export type CategoryPage = z.infer<typeof CategoryPage>;

export const CategoryNode = z.object({
  _id: Id,
  name: z.string(),
  parentId: Id.nullable(),
  level: z.int(),
  status: z.boolean(),
  sortOrder: z.int(),
  image: Picture.nullable(),
  /** Products directly in this category. */
  productCount: z.int(),
  /** Products in this category and everything below it, including categories that `children` leaves out. */
  allProductCount: z.int(),
  /** The number of children. If `children` has fewer, read the rest with `parentId` and `after`. */
  childCount: z.int(),
  version: Version,
  get children(): z.ZodArray<typeof CategoryNode> {
    return z.array(CategoryNode);
  },
});
export type CategoryNode = z.infer<typeof CategoryNode>;

/** The maximum number of categories that a search of the tree returns. */
export const maxFoundCategories = 200;
export const CategoryTreeQuery = z.strictObject({
  /** Only the children of this category. */
  parentId: Id.optional(),
  /** Only the children after this one; without `parentId`, the topmost categories after it. */
  after: Id.optional(),
  /** Only categories whose path contains every word, or the category with this ID, together with all categories above them. */
  search: SearchText.optional(),
});
export type CategoryTreeQuery = z.infer<typeof CategoryTreeQuery>;

/** The taxes of a category and their source. */
export const TaxFlow = z.object({
  category: Ref,
  /** The taxes that apply: only active ones are charged. */
  taxes: z.array(TaxRef),
  /** The category that sets these taxes; null if neither this category nor one above it has taxes. */
  source: Ref.nullable(),
  inherited: z.boolean(),
  /** The taxes set on each category, from the topmost one down to this one. */
  steps: z.array(
    Ref.extend({
      level: z.int(),
      taxes: z.array(TaxRef),
      /** True for the category whose taxes apply here. */
      applies: z.boolean(),
    }),
  ),
  version: Version,
});
export type TaxFlow = z.infer<typeof TaxFlow>;

export const CategoryTaxes = z.strictObject({
  taxIds: TaxIds,
  /** Clears the taxes of every category below, so that they inherit these. */
  applyToChildren: BooleanLike.optional(),
  version: Version.optional(),
});
export const CategoryOrder = z.strictObject({
  /** If omitted or null: the topmost categories. */
  parentId: OptionalId,
  /** All children of the parent, each once, in their new order. */
  orderedIds: z.array(Id).min(1).max(1000),
});

/** The change of a category to preview. */
export const CategoryChange = z.strictObject({
  remove: BooleanLike.optional(),
  status: BooleanLike.optional(),
  /** Null moves the category to the first level. */
  parentId: OptionalId,
  taxIds: TaxIds.optional(),
  applyToChildren: BooleanLike.optional(),
  specifications: Specifications.optional(),
});
export type CategoryChange = z.infer<typeof CategoryChange>;

/** The effects of changing a category, on the category and everything below it. */
export const CategoryImpact = z.object({
  category: Ref,
  /** The number of affected records, in the category and everything below it. */
  categoryCount: z.int(),
  productCount: z.int(),
  subProductCount: z.int(),
  /** The number of locations that sell any of these items, and the number of items with a custom price or limit there. */
  locationCount: z.int(),
  overrideCount: z.int(),
  /** Active products that customers will no longer see, and those that they will see again. */
  hiddenCount: z.int(),
  shownCount: z.int(),
  taxes: z.object({
    before: z.array(TaxRef),
    after: z.array(TaxRef),
    /** The number of categories whose taxes change, and of products without taxes of their own. */
    categoryCount: z.int(),
    productCount: z.int(),
  }),
  /** Specifications that products lose or gain, or that change. */
  specifications: z.array(
    z.object({
      name: z.string(),
      change: z.enum(['lost', 'renamed', 'changed', 'gained']),
      /** The previous name if the specification is renamed; otherwise null. */
      from: z.string().nullable(),
      required: z.boolean(),
      /** The number of products that have a value for it. */
      saidCount: z.int(),
      /** The number of products whose value is invalid, or that have no value although it is required. */
      wrongCount: z.int(),
    }),
  ),
  /** The error that would reject the change; null if the change is allowed. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type CategoryImpact = z.infer<typeof CategoryImpact>;

/** The maximum number of products that a merge moves in one request. */
export const maxMergedProducts = 10_000;
/** The category that remains after a merge, with the numbers of records it took over. */
export const CategoryMerged = z.object({
  _id: Id,
  name: z.string(),
  productCount: z.int(),
  /** Categories moved below the remaining one, or below a category with the same name. */
  categoryCount: z.int(),
});
export type CategoryMerged = z.infer<typeof CategoryMerged>;

/** One branch of the category-product tree of a location. */
export const CategoryProductBranch = z.object({
  /** The location that `assigned` refers to; null if the request named none. */
  locationId: Id.nullable(),
  /**
   * The categories directly below `parentId`; their counts include everything below them. In a search: the categories whose
   * name matches and those of the matching products, with all categories above them.
   */
  categories: z.array(
    Ref.extend({
      parentId: Id.nullable(),
      level: z.int(),
      status: z.boolean(),
      childCount: z.int(),
      productCount: z.int(),
      subProductCount: z.int(),
      /** The number of these sub-products that the location sells. */
      assignedCount: z.int(),
    }),
  ),
  /** The products directly in `parentId` or, in a search, matching ones anywhere below it. Sorted by name. */
  products: z.array(
    Ref.extend({
      status: z.boolean(),
      picture: Picture.nullable(),
      categoryData: Ref,
      subProducts: z.array(
        Ref.extend({
          sku: z.string(),
          barcode: z.string().nullable(),
          unit: Unit,
          status: z.boolean(),
          /** The price of the sub-product; `locationPrice` replaces it at the location. */
          price: Cents,
          assigned: z.boolean(),
          locationPrice: Cents.nullable(),
          threshold: z.number().nullable(),
          shelf: z.string().nullable(),
          maxPerOrder: z.number().nullable(),
        }),
      ),
    }),
  ),
  /** Set if there are more products: send it as `after` to get the next ones. */
  nextAfter: Id.nullable(),
});
export type CategoryProductBranch = z.infer<typeof CategoryProductBranch>;

export const categoryRoutes = routes('categories', {
  list: {
    method: 'POST',
    path: '/category/list',
    permission: 'category_list',
    apiScope: 'catalogue',
    summary: 'Lists categories',
    body: CategoryPage,
    data: pageOf(Category),
    reads: true,
    list: { screen: without('A tree shows it'), exportAs: 'categories' },
  },
  create: {
    method: 'POST',
    path: '/category/create',
    permission: 'category_add',
    everywhere: true,
    summary: 'Adds a category after its siblings',
    body: CategoryInput,
    files: { image: { kind: 'image' } },
    data: Category,
    message: 'Category added',
    problems: ['duplicate', 'categories.too-deep'],
    changes: ['categories'],
  },
  edit: {
    method: 'PUT',
    path: '/category/edit/{id}',
    permission: 'category_edit',
    everywhere: true,
    summary: 'Changes or moves a category',
    body: CategoryEdit,
    files: { image: { kind: 'image' } },
    data: Category,
    message: 'Category saved',
    problems: ['duplicate', 'version-stale', 'categories.too-deep', 'categories.into-itself'],
    changes: ['categories', 'products'],
  },
  remove: {
    method: 'DELETE',
    path: '/category/delete/{id}',
    permission: 'category_delete',
    everywhere: true,
    summary: 'Deletes an empty category',
    data: Deleted,
    message: 'Category deleted',
    problems: ['in-use'],
    changes: ['categories'],
  },
  restore: {
    method: 'PUT',
    path: '/category/restore/{id}',
    permission: 'category_delete',
    everywhere: true,
    summary: 'Restores a category that you deleted within the last 30 seconds',
    data: Category,
    message: 'Category restored',
    problems: ['restore.too-late', 'restore.name-taken', 'restore.incomplete', 'categories.too-deep'],
    changes: ['categories'],
  },
  merge: {
    method: 'POST',
    path: '/category/merge/{id}',
    permission: 'category_delete',
    alsoNeeds: 'product_edit',
    everywhere: true,
    summary: 'Moves the products and subcategories of a category into another one and deletes it',
    body: z.strictObject({ intoId: Id }),
    data: CategoryMerged,
    message: 'Categories merged',
    problems: ['categories.too-deep', 'categories.into-itself', 'categories.merge-too-large'],
    changes: ['categories', 'products', 'subProducts'],
  },
  tree: {
    method: 'GET',
    path: '/category/category-tree',
    permission: 'category_list',
    apiScope: 'catalogue',
    summary:
      'Lists up to 1,000 categories as a tree, upper levels first, then the children of one, 500 at a time',
    query: CategoryTreeQuery,
    data: z.array(CategoryNode),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/category/update-status/{id}',
    permission: 'category_edit',
    everywhere: true,
    summary: 'Activates or deactivates a category',
    body: StatusBody,
    data: Category,
    message: 'Category saved',
    changes: ['categories'],
  },
  get: {
    method: 'GET',
    path: '/category/get/{id}',
    permission: 'category_view',
    apiScope: 'catalogue',
    summary: 'Shows a category',
    data: Category,
    reads: true,
  },
  specificationList: {
    method: 'POST',
    path: '/category/specification-list',
    permission: 'category_list',
    apiScope: 'catalogue',
    summary: "Lists specifications, each with the category it's defined on",
    body: pageRequest(['name', 'categoryName', 'type'], {
      categoryId: Id,
      type: z.enum(specificationTypes),
      required: BooleanLike,
    }),
    data: pageOf(DeclaredSpecification),
    reads: true,
    list: { screen: without('A dialog shows it'), exportAs: without('A dialog shows it') },
  },
  specificationsOf: {
    method: 'GET',
    path: '/category/specification-by-category/{id}',
    permission: 'category_list',
    apiScope: 'catalogue',
    summary: 'Lists the specifications of a category, inherited ones first',
    data: z.array(StoredSpecification),
    reads: true,
  },
  taxFlow: {
    method: 'GET',
    path: '/category/tax-flow/{id}',
    permission: 'category_view',
    summary: 'Shows the taxes of a category and the category they come from',
    data: TaxFlow,
    reads: true,
  },
  impact: {
    method: 'POST',
    path: '/category/impact/{id}',
    permission: 'category_view',
    summary: 'Previews the effect of deleting, moving, deactivating or editing a category',
    body: CategoryChange,
    data: CategoryImpact,
    reads: true,
  },
  editTax: {
    method: 'PUT',
    path: '/category/edit-tax/{id}',
    permission: 'category_edit',
    everywhere: true,
    summary: 'Sets the taxes of a category and, optionally, of its subcategories',
    body: CategoryTaxes,
    data: TaxFlow,
    message: 'Taxes saved',
    problems: ['version-stale'],
    changes: ['categories', 'products', 'taxes'],
  },
  sort: {
    method: 'PUT',
    path: '/category/category-sorting',
    permission: 'category_edit',
    everywhere: true,
    summary: 'Reorders the children of a category, or the top-level categories',
    body: CategoryOrder,
    data: z.array(z.object({ _id: Id, sortOrder: z.int(), version: Version })),
    message: 'Order saved',
    problems: ['categories.children-changed'],
    changes: ['categories'],
  },
  productTree: {
    method: 'GET',
    path: '/category/category-product-tree',
    permission: 'category_product_tree',
    summary: 'Lists one branch of the category, product and sub-product tree, with what a location sells',
    query: z.strictObject({
      /** Store users with one location can omit it. */
      locationId: Id.optional(),
      /** If omitted: the topmost categories. */
      parentId: Id.optional(),
      /** Finds products by name, SKU or barcode, and categories by name, anywhere below `parentId`. */
      search: SearchText.optional(),
      /** Continues after the product with this ID. */
      after: Id.optional(),
    }),
    data: CategoryProductBranch,
    reads: true,
  },
});
