/**
 * Tags of YAML dialects, by what reads them, as yaml-language-server takes them: the kinds of a tag's
 * value are `scalar`, where nothing else is said, `sequence` and `mapping`. From each tool's own
 * documentation or source.
 */
const DIALECTS: Readonly<Record<string, readonly string[]>> = {
  // Intrinsic functions and rule functions of AWS CloudFormation, with the language extensions.
  cloudFormation: [
    '!And sequence',
    '!Base64',
    '!Base64 mapping',
    '!Cidr sequence',
    '!Condition',
    '!Contains sequence',
    '!EachMemberEquals sequence',
    '!EachMemberIn sequence',
    '!Equals sequence',
    '!FindInMap sequence',
    '!GetAZs',
    '!GetAZs mapping',
    '!GetAtt',
    '!GetAtt sequence',
    '!If sequence',
    '!ImportValue',
    '!ImportValue mapping',
    '!Join sequence',
    '!Length sequence',
    '!Length mapping',
    '!Length',
    '!Not sequence',
    '!Or sequence',
    '!Ref',
    '!RefAll',
    '!Select sequence',
    '!Split sequence',
    '!Sub',
    '!Sub sequence',
    '!ToJsonString mapping',
    '!ToJsonString sequence',
    '!Transform mapping',
    '!ValueOf sequence',
    '!ValueOfAll sequence',
  ],
  gitLabCi: ['!reference sequence'],
  // compose-spec, merging of files.
  dockerCompose: [
    '!reset',
    '!reset sequence',
    '!reset mapping',
    '!override',
    '!override sequence',
    '!override mapping',
  ],
  // ansible.parsing.yaml: also the encoding of `ansible-vault encrypt_string`.
  ansible: ['!vault', '!vault-encrypted', '!unsafe', '!unsafe sequence', '!unsafe mapping'],
  // pyyaml-env-tag, and MkDocs' own.
  mkDocs: ['!ENV', '!ENV sequence', '!relative'],
  // homeassistant.util.yaml.loader, and its blueprints.
  homeAssistant: [
    '!secret',
    '!env_var',
    '!include',
    '!include_dir_list',
    '!include_dir_merge_list',
    '!include_dir_named',
    '!include_dir_merge_named',
    '!input',
  ],
  // esphome.yaml_util.
  espHome: [
    '!include mapping',
    '!lambda',
    '!extend',
    '!extend mapping',
    '!remove',
    '!force',
    '!force mapping',
    '!literal',
    '!env_var mapping',
  ],
  // jenkins_jobs.local_yaml: with and without the colon at the end.
  jenkinsJobBuilder: [
    ...['!include', '!include-raw', '!include-raw-escape', '!include-raw-expand', '!include-raw-verbatim'],
    ...['!include-jinja2', '!j2', '!j2-yaml'],
  ].flatMap((tag) => [`${tag}:`, `${tag}: sequence`, tag, `${tag} sequence`]),
  // symfony/yaml and symfony/dependency-injection.
  symfony: [
    '!tagged',
    '!tagged mapping',
    '!tagged_iterator',
    '!tagged_iterator mapping',
    '!tagged_locator',
    '!tagged_locator mapping',
    '!iterator sequence',
    '!service mapping',
    '!service_closure',
    '!service_locator',
    '!service_locator mapping',
    '!service_locator sequence',
    '!abstract',
    '!closure',
    '!closure sequence',
    '!php/const',
    '!php/enum',
    '!php/object',
  ],
  // authentik blueprints.
  authentik: [
    '!KeyOf',
    '!Find sequence',
    '!FindObject sequence',
    '!Context',
    '!Context sequence',
    '!Format sequence',
    '!Env',
    '!Env sequence',
    '!File',
    '!File sequence',
    '!Condition sequence',
    '!Enumerate sequence',
    '!Index',
    '!Value',
    '!AtIndex sequence',
    '!ParseJSON',
  ],
};

/** For the server's setting `yaml.customTags`. */
export const KNOWN_TAGS: readonly string[] = [...new Set(Object.values(DIALECTS).flat())];

/**
 * Tags that name something of a program after their first word: `!python/name:a.b` of PyYAML and
 * MkDocs, `!ruby/object:A` of Psych, `!php/const A::B`, `!java/...` of SnakeYAML.
 */
export const NAMING_TAG = /^Unresolved tag: (?:!|tag:yaml\.org,2002:)(?:python|ruby|php|java|perl|js)\//;
