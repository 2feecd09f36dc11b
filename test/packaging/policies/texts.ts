import type { Language } from '../../../shared/domain/settings.ts';
import type { PolicyField } from '../../../shared/domain/profile.ts';

interface FieldTexts {
  readonly title: string;
  readonly explains: string;
}

/** The words of the templates in one language. */
export interface TemplateTexts {
  /** The culture in the name of the folder that Windows looks in. */
  readonly culture: string;
  readonly category: string;
  readonly supported: string;
  /** One entry of a list in each line. */
  readonly lines: string;
  readonly fields: Readonly<Record<PolicyField, FieldTexts>>;
}

export const templateTexts: Readonly<Record<Language, TemplateTexts>> = {
  en: {
    culture: 'en-US',
    category: 'Boxwright',
    supported: 'Boxwright 0.1 or later',
    lines: 'one in each line',
    fields: {
      environment: {
        title: 'Environment',
        explains:
          'The environment of the operator that this laptop works in. The window shows it as set and cannot change it.',
      },
      address: {
        title: 'Operator address',
        explains:
          'The base address of the operator, beginning with https://. A saved connection to another address is not opened.',
      },
      relay: {
        title: 'Relay address',
        explains:
          'The address of the relay, beginning with https://. A connection without a relay is refused.',
      },
      customers: {
        title: 'Customers',
        explains: 'The numbers of the only customers that this laptop may work for.',
      },
      roles: {
        title: 'Token roles',
        explains: 'The only roles of a relay token that this laptop takes: installer, supervisor, admin.',
      },
      publishers: {
        title: 'Administrators’ keys',
        explains:
          'The only keys of administrators whose publications this laptop takes. The publishing laptop shows its key.',
      },
      role: {
        title: 'Highest role of the window',
        explains:
          'The highest role of the window; without a relay its role. "lead" with the token of an installer makes the laptop of a lead installer.',
      },
      updates: {
        title: 'Update server',
        explains:
          'The server of newer versions, beginning with https://. Disabled or empty: no server is asked.',
      },
      proxy: {
        title: 'Proxy',
        explains:
          'Replaces the proxy of the system, in the form of a PAC result: PROXY proxy.example:3128; DIRECT',
      },
      caFile: {
        title: 'Certificate authorities',
        explains:
          'A PEM file of further certificate authorities, such as that of an inspecting proxy. 2 MiB at most, plain ASCII in its path.',
      },
      language: { title: 'Language', explains: 'The language of the window.' },
      staysInTray: {
        title: 'Stay in the tray',
        explains:
          'Enabled: closing the window leaves Boxwright in the tray, so that results arrive. Disabled: closing it ends Boxwright.',
      },
      startsAtLogin: {
        title: 'Start at sign-in',
        explains: 'Enabled: Boxwright starts when a person signs in. Disabled: it does not.',
      },
    },
  },
  de: {
    culture: 'de-DE',
    category: 'Boxwright',
    supported: 'Boxwright 0.1 oder neuer',
    lines: 'je Zeile eine Angabe',
    fields: {
      environment: {
        title: 'Umgebung',
        explains:
          'Die Umgebung des Betreibers, in der dieser Laptop arbeitet. Das Fenster zeigt sie als festgelegt und kann sie nicht ändern.',
      },
      address: {
        title: 'Adresse des Betreibers',
        explains:
          'Die Basisadresse des Betreibers, beginnend mit https://. Eine gespeicherte Verbindung mit anderer Adresse wird nicht geöffnet.',
      },
      relay: {
        title: 'Adresse des Relays',
        explains:
          'Die Adresse des Relays, beginnend mit https://. Eine Verbindung ohne Relay wird abgelehnt.',
      },
      customers: {
        title: 'Kunden',
        explains: 'Die Nummern der einzigen Kunden, für die dieser Laptop arbeiten darf.',
      },
      roles: {
        title: 'Rollen des Tokens',
        explains:
          'Die einzigen Rollen eines Relay-Tokens, die dieser Laptop annimmt: installer, supervisor, admin.',
      },
      publishers: {
        title: 'Schlüssel der Administration',
        explains:
          'Die einzigen Schlüssel der Administration, deren Veröffentlichungen dieser Laptop annimmt. Der veröffentlichende Laptop zeigt seinen Schlüssel.',
      },
      role: {
        title: 'Höchste Rolle des Fensters',
        explains:
          'Die höchste Rolle des Fensters; ohne Relay seine Rolle. „lead“ mit dem Token eines Monteurs ergibt den Laptop eines Vorarbeiters.',
      },
      updates: {
        title: 'Updateserver',
        explains:
          'Der Server für neuere Versionen, beginnend mit https://. Deaktiviert oder leer: Es wird kein Server gefragt.',
      },
      proxy: {
        title: 'Proxy',
        explains:
          'Ersetzt den Proxy des Systems, in der Form eines PAC-Ergebnisses: PROXY proxy.example:3128; DIRECT',
      },
      caFile: {
        title: 'Zertifizierungsstellen',
        explains:
          'Eine PEM-Datei weiterer Zertifizierungsstellen, etwa die eines prüfenden Proxys. Höchstens 2 MiB, im Pfad nur ASCII.',
      },
      language: { title: 'Sprache', explains: 'Die Sprache des Fensters.' },
      staysInTray: {
        title: 'Im Infobereich bleiben',
        explains:
          'Aktiviert: Nach dem Schließen des Fensters bleibt Boxwright im Infobereich, damit Ergebnisse ankommen. Deaktiviert: Das Schließen beendet Boxwright.',
      },
      startsAtLogin: {
        title: 'Beim Anmelden starten',
        explains:
          'Aktiviert: Boxwright startet, wenn sich eine Person anmeldet. Deaktiviert: Es startet nicht.',
      },
    },
  },
  fr: {
    culture: 'fr-FR',
    category: 'Boxwright',
    supported: 'Boxwright 0.1 ou ultérieur',
    lines: 'une valeur par ligne',
    fields: {
      environment: {
        title: 'Environnement',
        explains:
          'L’environnement de l’opérateur dans lequel cet ordinateur travaille. La fenêtre l’affiche comme défini et ne peut pas le changer.',
      },
      address: {
        title: 'Adresse de l’opérateur',
        explains:
          'L’adresse de base de l’opérateur, commençant par https://. Une connexion enregistrée vers une autre adresse n’est pas ouverte.',
      },
      relay: {
        title: 'Adresse du relais',
        explains: 'L’adresse du relais, commençant par https://. Une connexion sans relais est refusée.',
      },
      customers: {
        title: 'Clients',
        explains: 'Les numéros des seuls clients pour lesquels cet ordinateur peut travailler.',
      },
      roles: {
        title: 'Rôles du jeton',
        explains:
          'Les seuls rôles d’un jeton du relais que cet ordinateur accepte : installer, supervisor, admin.',
      },
      publishers: {
        title: 'Clés des administrateurs',
        explains:
          'Les seules clés d’administrateurs dont cet ordinateur prend les publications. L’ordinateur qui publie montre sa clé.',
      },
      role: {
        title: 'Rôle le plus élevé de la fenêtre',
        explains:
          'Le rôle le plus élevé de la fenêtre ; sans relais, son rôle. « lead » avec le jeton d’un installateur en fait l’ordinateur d’un chef d’équipe.',
      },
      updates: {
        title: 'Serveur de mises à jour',
        explains:
          'Le serveur des nouvelles versions, commençant par https://. Désactivé ou vide : aucun serveur n’est interrogé.',
      },
      proxy: {
        title: 'Proxy',
        explains:
          'Remplace le proxy du système, sous la forme d’un résultat PAC : PROXY proxy.example:3128; DIRECT',
      },
      caFile: {
        title: 'Autorités de certification',
        explains:
          'Un fichier PEM d’autorités supplémentaires, par exemple celle d’un proxy d’inspection. 2 Mio au plus, ASCII seul dans le chemin.',
      },
      language: { title: 'Langue', explains: 'La langue de la fenêtre.' },
      staysInTray: {
        title: 'Rester dans la zone de notification',
        explains:
          'Activé : après la fermeture de la fenêtre, Boxwright reste dans la zone de notification, pour que les résultats arrivent. Désactivé : la fermeture quitte Boxwright.',
      },
      startsAtLogin: {
        title: 'Démarrer à l’ouverture de session',
        explains: 'Activé : Boxwright démarre à l’ouverture d’une session. Désactivé : il ne démarre pas.',
      },
    },
  },
  es: {
    culture: 'es-ES',
    category: 'Boxwright',
    supported: 'Boxwright 0.1 o posterior',
    lines: 'un valor por línea',
    fields: {
      environment: {
        title: 'Entorno',
        explains:
          'El entorno del operador en el que trabaja este portátil. La ventana lo muestra como fijado y no puede cambiarlo.',
      },
      address: {
        title: 'Dirección del operador',
        explains:
          'La dirección base del operador, que empieza por https://. Una conexión guardada con otra dirección no se abre.',
      },
      relay: {
        title: 'Dirección del relay',
        explains: 'La dirección del relay, que empieza por https://. Una conexión sin relay se rechaza.',
      },
      customers: {
        title: 'Clientes',
        explains: 'Los números de los únicos clientes para los que puede trabajar este portátil.',
      },
      roles: {
        title: 'Roles del token',
        explains:
          'Los únicos roles de un token del relay que acepta este portátil: installer, supervisor, admin.',
      },
      publishers: {
        title: 'Claves de los administradores',
        explains:
          'Las únicas claves de administradores cuyas publicaciones acepta este portátil. El portátil que publica muestra su clave.',
      },
      role: {
        title: 'Rol más alto de la ventana',
        explains:
          'El rol más alto de la ventana; sin relay, su rol. «lead» con el token de un instalador lo convierte en el portátil de un jefe de equipo.',
      },
      updates: {
        title: 'Servidor de actualizaciones',
        explains:
          'El servidor de versiones nuevas, que empieza por https://. Deshabilitado o vacío: no se pregunta a ningún servidor.',
      },
      proxy: {
        title: 'Proxy',
        explains:
          'Sustituye al proxy del sistema, en la forma de un resultado PAC: PROXY proxy.example:3128; DIRECT',
      },
      caFile: {
        title: 'Autoridades de certificación',
        explains:
          'Un archivo PEM de otras autoridades, como la de un proxy de inspección. 2 MiB como máximo, solo ASCII en la ruta.',
      },
      language: { title: 'Idioma', explains: 'El idioma de la ventana.' },
      staysInTray: {
        title: 'Quedarse en la bandeja',
        explains:
          'Habilitado: al cerrar la ventana, Boxwright queda en la bandeja para que lleguen los resultados. Deshabilitado: al cerrarla termina Boxwright.',
      },
      startsAtLogin: {
        title: 'Iniciar al iniciar sesión',
        explains:
          'Habilitado: Boxwright se inicia cuando una persona inicia sesión. Deshabilitado: no se inicia.',
      },
    },
  },
};
