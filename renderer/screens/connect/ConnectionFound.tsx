import type { ConnectionFacts } from '../../../shared/domain/profile.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './ConnectPages.module.css';

/** The way to an address: its proxy, its TLS version and issuer, and whether the traffic is inspected. */
export function ConnectionFound({ connection }: { readonly connection: ConnectionFacts | null }) {
  const text = useText();
  if (connection === null) return null;
  const { proxy, tls } = connection;
  return (
    <>
      <p>{proxy === null ? text('connect.network.direct') : text('connect.network.proxy', { proxy })}</p>
      <p>
        {tls === null
          ? text('connect.network.plain')
          : text('connect.network.tls', { version: tls.version, issuer: tls.issuer })}
      </p>
      {tls?.inspected === true && (
        <p className={classes['warning']}>{text('connect.network.inspected', { issuer: tls.issuer })}</p>
      )}
    </>
  );
}
