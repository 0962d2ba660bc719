import { ProductForm } from './product-form.tsx';

export const ProductAdd = () => <ProductForm />;
