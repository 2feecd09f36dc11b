import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../host/debian-packages.ts';
import { freePort, startServer, type Contender, type Place } from './contender.ts';
import { SECRET } from './dialects.ts';

/** A program that is measured where it is installed. */
export type Peer = Contender | { readonly name: Contender['name']; readonly missing: string };

/** Where Debian's package puts it. */
const NCHAN_MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/** Debian's `webhook` as it is meant: checks the secret, parses the body, starts a program (here one that does nothing). */
export const debianWebhook = (): Peer => webhook('Debian webhook', {});

/** The same with a rule that no body fits, so that it starts nothing: what its checking alone costs. */
export const debianWebhookIdle = (): Peer =>
  webhook('Debian webhook, starting nothing', { checksum: 'none has this' });

function webhook(name: Contender['name'], demanded: Readonly<Record<string, string>>): Peer {
  const command = findOnPath(['webhook']);
  if (command === null) return { name, missing: 'apt-get install webhook' };
  return {
    name,
    dialect: 'webhook',
    start: async (place) => {
      const port = await freePort();
      const hooks = join(place.folder, 'hooks.json');
      const fields = Object.entries(demanded).map(([field, value]) => match('payload', field, value));
      const rules = [match('header', 'Secret', SECRET), ...fields];
      writeFileSync(hooks, JSON.stringify([{ ...resultHook, 'trigger-rule': { and: rules } }]));
      const args = ['-hooks', hooks, '-ip', '127.0.0.1', '-port', String(port)];
      return { ...(await startServer(place, { command, args, env: {} }, () => port)), tokens: [] };
    },
  };
}

const match = (source: string, name: string, value: string) => ({
  match: { type: 'value', value, parameter: { source, name } },
});
const resultHook = {
  id: 'result',
  'execute-command': '/bin/true',
  'trigger-rule-mismatch-http-response-code': 204,
};

/** nginx with nchan: the ceiling, in C; it looks into nothing and holds messages in memory only. */
export function nginxWithNchan(): Peer {
  const command = findOnPath(['nginx']) ?? (existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : null);
  const name = 'nginx + nchan';
  if (command === null || !existsSync(NCHAN_MODULE)) {
    return { name, missing: 'apt-get install nginx-light libnginx-mod-nchan' };
  }
  return {
    name,
    dialect: 'nchan',
    start: async (place) => {
      const port = await freePort();
      const configuration = join(place.folder, 'nginx.conf');
      writeFileSync(configuration, nginxConfiguration(place, port));
      const args = ['-e', join(place.folder, 'error.log'), '-p', place.folder, '-c', configuration];
      const running = await startServer(place, { command, args, env: {} }, () => port);
      return { ...running, tokens: Array.from({ length: place.laptops }, () => '') };
    },
  };
}

function nginxConfiguration({ folder }: Place, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => {
    mkdirSync(join(folder, part));
    return `${part}_temp_path ${join(folder, part)};`;
  });
  return `
    load_module ${NCHAN_MODULE};
    daemon off;
    master_process off;
    pid ${join(folder, 'nginx.pid')};
    events { worker_connections 4096; }
    http {
      access_log off;
      keepalive_requests 1000000000;
      ${temporary.join('\n      ')}
      server {
        listen 127.0.0.1:${port} backlog=4096;
        location ~ ^/pub/(\\d+)$ { nchan_publisher; nchan_channel_id $1; }
        location ~ ^/sub/(\\d+)$ {
          nchan_subscriber longpoll;
          nchan_channel_id $1;
          nchan_subscriber_first_message newest;
        }
        location = /status { nchan_stub_status; }
      }
    }
  `;
}
