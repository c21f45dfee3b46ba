import { normalized } from '../../backend/program/environments/hashed.ts';

/** Modules of well-known packages that have another name. */
const KNOWN: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  cairo: 'pycairo',
  Crypto: 'pycryptodome',
  Cryptodome: 'pycryptodomex',
  corsheaders: 'django-cors-headers',
  cv2: 'opencv-python opencv-python-headless opencv-contrib-python',
  dateutil: 'python-dateutil',
  debug_toolbar: 'django-debug-toolbar',
  decouple: 'python-decouple',
  discord: 'discord.py',
  dns: 'dnspython',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  environ: 'django-environ environ-config',
  faiss: 'faiss-cpu faiss-gpu',
  fitz: 'pymupdf',
  git: 'gitpython',
  github: 'pygithub',
  gi: 'pygobject',
  'google.protobuf': 'protobuf',
  grpc: 'grpcio',
  jose: 'python-jose',
  jwt: 'pyjwt',
  kafka: 'kafka-python',
  ldap: 'python-ldap',
  magic: 'python-magic',
  markdown_it: 'markdown-it-py',
  mpl_toolkits: 'matplotlib',
  multipart: 'python-multipart',
  MySQLdb: 'mysqlclient',
  nacl: 'pynacl',
  OpenGL: 'pyopengl',
  OpenSSL: 'pyopenssl',
  PIL: 'pillow',
  pkg_resources: 'setuptools',
  pptx: 'python-pptx',
  psycopg2: 'psycopg2-binary',
  pythonjsonlogger: 'python-json-logger',
  rest_framework: 'djangorestframework',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  slugify: 'python-slugify',
  socks: 'pysocks',
  telegram: 'python-telegram-bot',
  usb: 'pyusb',
  websocket: 'websocket-client',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
};

/**
 * The distributions that may have this module, as PEP 503 spells them, those of its deepest package
 * first: `google.cloud.storage` may come from google-cloud-storage.
 */
export function distributionsOf(module: string): string[] {
  const parts = module.split('.');
  const [top = ''] = parts;
  const packages = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
  const named = packages.flatMap((name) => [...(KNOWN[name]?.split(' ') ?? []), name]);
  return [...named, `python-${top}`, `py${top}`, `${top}-python`].map(normalized);
}
