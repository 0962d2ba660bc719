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
  /** Stays when it is renamed. */
  _id: Id,
  name: z.string(),
  type: z.enum(specificationTypes),
  /** The options; empty unless the type is `option`. */
  options: z.array(z.string()),
  required: z.boolean(),
});
export type Specification = z.infer<typeof Specification>;
/** A specification as it holds for a category: null where the category declares it itself. */
export const StoredSpecification = Specification.extend({ inheritedFrom: Ref.nullable() });
export type StoredSpecification = z.infer<typeof StoredSpecification>;
/** A specification and the category that declares it. */
export const DeclaredSpecification = Specification.extend({ categoryData: Ref });
export type DeclaredSpecification = z.infer<typeof DeclaredSpecification>;

const hasDoubles = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size < names.length;

export const SpecificationInput = z
  .strictObject({
    /** The existing specification; without it, the one of this name, or a new one. */
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
  /** 1 to 3. */
  level: z.int(),
  /** The categories above, the topmost first. */
  path: z.array(Ref),
  description: z.string().nullable(),
  image: Picture.nullable(),
  status: z.boolean(),
  sortOrder: z.int(),
  /** Its own; empty means those of the nearest category above that has some (see tax-flow). */
  taxIds: z.array(Id),
  /** Its own; see specification-by-category for the inherited ones. */
  specifications: z.array(Specification),
  childCount: z.int(),
  /** Products directly in it. */
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
/** Another `parentId` moves it, with everything below it, to the end of its new place. */
export const CategoryEdit = CategoryInput.partial().extend({
  version: Version,
  /** Removes the image. */
  removeImage: BooleanLike.optional(),
});
export const CategoryPage = pageRequest(['name', 'level', 'productCount', 'updatedAt'], {
  status: BooleanLike,
  level: z.int().min(1).max(maxCategoryLevels),
  /** Its children; null for the topmost. */
  parentId: Id.nullable(),
  /** Sets this tax itself, without inheriting it. */
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
  /** Products directly in it. */
  productCount: z.int(),
  /** Products in it and in everything below it, also in what is not in `children`. */
  allProductCount: z.int(),
  /** How many children there are: where `children` has fewer, the others are read with `parentId` and `after`. */
  childCount: z.int(),
  version: Version,
  get children(): z.ZodArray<typeof CategoryNode> {
    return z.array(CategoryNode);
  },
});
export type CategoryNode = z.infer<typeof CategoryNode>;

/** The most categories that a search of the tree finds. */
export const maxFoundCategories = 200;
export const CategoryTreeQuery = z.strictObject({
  /** Only the children of this category. */
  parentId: Id.optional(),
  /** The children after this one; without `parentId` the topmost after it. */
  after: Id.optional(),
  /** Only categories whose path has every word, with all above them; or the one with this id. */
  search: SearchText.optional(),
});
export type CategoryTreeQuery = z.infer<typeof CategoryTreeQuery>;

/** The taxes of a category, and where each comes from. */
export const TaxFlow = z.object({
  category: Ref,
  /** The taxes that apply: only active ones are charged. */
  taxes: z.array(TaxRef),
  /** The category that the taxes come from; null when none above has any. */
  source: Ref.nullable(),
  inherited: z.boolean(),
  /** From the topmost category down to this one: the taxes set on each. */
  steps: z.array(
    Ref.extend({
      level: z.int(),
      taxes: z.array(TaxRef),
      /** True for the one whose taxes hold here. */
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
  /** Left out or null: the topmost. */
  parentId: OptionalId,
  /** All children of the parent, each once, in their new order. */
  orderedIds: z.array(Id).min(1).max(1000),
});

/** A change of a category to be previewed. */
export const CategoryChange = z.strictObject({
  remove: BooleanLike.optional(),
  status: BooleanLike.optional(),
  /** Null: to the first level. */
  parentId: OptionalId,
  taxIds: TaxIds.optional(),
  applyToChildren: BooleanLike.optional(),
  specifications: Specifications.optional(),
});
export type CategoryChange = z.infer<typeof CategoryChange>;

/** The effects of changing a category, on the category and everything below it. */
export const CategoryImpact = z.object({
  category: Ref,
  /** All that is in it and below it. */
  categoryCount: z.int(),
  productCount: z.int(),
  subProductCount: z.int(),
  /** The locations that sell something of it, and for how many goods they decide a price or limit themselves. */
  locationCount: z.int(),
  overrideCount: z.int(),
  /** Active products that shoppers would no longer see, and those they would see again. */
  hiddenCount: z.int(),
  shownCount: z.int(),
  taxes: z.object({
    before: z.array(TaxRef),
    after: z.array(TaxRef),
    /** Whose taxes change: categories, and products without taxes of their own. */
    categoryCount: z.int(),
    productCount: z.int(),
  }),
  /** The specifications that products lose, gain or have changed. */
  specifications: z.array(
    z.object({
      name: z.string(),
      change: z.enum(['lost', 'renamed', 'changed', 'gained']),
      /** The name that it had, where that changes. */
      from: z.string().nullable(),
      required: z.boolean(),
      /** Products that have a value for it. */
      saidCount: z.int(),
      /** Products whose value does not fit, or that lack one they would have to give. */
      wrongCount: z.int(),
    }),
  ),
  /** Why it would be refused; null when the change is allowed. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type CategoryImpact = z.infer<typeof CategoryImpact>;

/** The most products that a merge moves within one request. */
export const maxMergedProducts = 10_000;
/** The category that others became part of, and what it took over. */
export const CategoryMerged = z.object({
  _id: Id,
  name: z.string(),
  productCount: z.int(),
  /** Categories moved below it, or below those of the same name. */
  categoryCount: z.int(),
});
export type CategoryMerged = z.infer<typeof CategoryMerged>;

/** One branch of the category-product tree of a location. */
export const CategoryProductBranch = z.object({
  /** The location the `assigned` flags speak of; null when none was asked for. */
  locationId: Id.nullable(),
  /**
   * The categories directly below `parentId`; their counts take in everything below them. For a search, those
   * whose name has it and those of the products found, each with all above it.
   */
  categories: z.array(
    Ref.extend({
      parentId: Id.nullable(),
      level: z.int(),
      status: z.boolean(),
      childCount: z.int(),
      productCount: z.int(),
      subProductCount: z.int(),
      /** How many of the sub-products the location sells. */
      assignedCount: z.int(),
    }),
  ),
  /** The products directly in `parentId`, or found anywhere below it, by name. */
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
          /** Of the sub-product; `locationPrice` overrides it at the location. */
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
  /** More products than fit: ask again with `after` = this. */
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
      /** Store users of one location may leave it out. */
      locationId: Id.optional(),
      /** Left out: the topmost categories. */
      parentId: Id.optional(),
      /** Finds products by name, SKU or barcode, and categories by name, anywhere below `parentId`. */
      search: SearchText.optional(),
      /** Continues after the product with this id. */
      after: Id.optional(),
    }),
    data: CategoryProductBranch,
    reads: true,
  },
});
