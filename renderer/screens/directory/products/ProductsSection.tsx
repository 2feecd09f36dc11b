import { productId } from '../../../../shared/ids.ts';
import { hashOf } from '../../../navigation/route.ts';
import { Serial } from '../../../components/Serial.tsx';
import { ChooseFirst } from '../frame/ChooseFirst.tsx';
import { DirectoryFrame } from '../frame/DirectoryFrame.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { RowWords } from '../list/RowWords.tsx';
import { useSearch } from '../list/searches.ts';
import { useDirectoryList } from '../list/use-directory-list.ts';
import { productLabel } from '../picking/chosen.ts';
import type { SectionProps } from '../section-props.ts';
import { ProductDetails } from './ProductDetails.tsx';
import { ProductWhere } from './ProductWhere.tsx';

/** Boxes and other products: what they are, where they are. */
export function ProductsSection({ status, id }: SectionProps) {
  const [typed, setTyped] = useSearch('products');
  const list = useDirectoryList(window.boxwright.directory.listProducts, typed);
  const open = productId.safeParse(id).data ?? null;
  return (
    <DirectoryFrame
      section="products"
      open={open !== null}
      detail={open === null ? <ChooseFirst section="products" /> : <ProductDetails key={open} id={open} />}
    >
      <ListPane
        section="products"
        sync={status.sync}
        typed={typed}
        onType={setTyped}
        list={list}
        keyOf={(product) => product.id}
        hrefOf={(product) => hashOf({ screen: 'directory', section: 'products', id: String(product.id) })}
        open={(product) => product.id === open}
      >
        {(product) => (
          <RowWords
            main={<Serial serial={productLabel(product)} />}
            small={[product.type, product.sapNumber].filter((part) => part !== null).join(' · ')}
            aside={<ProductWhere where={product.car} />}
          />
        )}
      </ListPane>
    </DirectoryFrame>
  );
}
