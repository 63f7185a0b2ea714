//! The first line of a file.

use anyhow::{Context, Result, ensure};
use article_site::{Ids, Setting, SettingKind, Settings, SettingsChange};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const VERSION: u32 = 1;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    version: u32,
    /// The settings, by their names in ARTICLE.CREATE. A missing one has its default.
    #[serde(default)]
    settings: Map<String, Value>,
    /// The first id and the step of the ids, if the site is a part of another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ids: Option<(u32, u32)>,
    #[serde(default)]
    pub last_id: u32,
}

impl Header {
    pub fn new(settings: &Settings, last_id: u32) -> Self {
        let value = |setting: Setting| match setting.kind() {
            SettingKind::Number { .. } => settings.get(setting).into(),
            SettingKind::Words { .. } => setting.text(settings.get(setting)).into(),
        };
        let texts = Setting::ALL.map(|setting| (setting.name().to_owned(), value(setting)));
        let ids = Some(settings.ids).filter(|ids| *ids != Ids::default());
        let ids = ids.map(|ids| (ids.first(), ids.step()));
        Self { version: VERSION, settings: texts.into_iter().collect(), ids, last_id }
    }

    /// Parses the first line. Returns it with the settings.
    pub fn parse(json: &[u8]) -> Result<(Self, Settings)> {
        let header: Self = serde_json::from_slice(json).context(
            "it must be about the site, for example {\"version\":1,\"settings\":{},\"last_id\":0}",
        )?;
        let settings = header.settings()?;
        Ok((header, settings))
    }

    fn settings(&self) -> Result<Settings> {
        ensure!(self.version == VERSION, "\"version\" must be {VERSION}");
        let mut change = SettingsChange::default();
        for (name, value) in &self.settings {
            let setting = Setting::ALL.into_iter().find(|setting| setting.name() == name);
            let setting = setting.with_context(|| format!("there is no setting {name}"))?;
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            change.set_text(setting, text.as_bytes())?;
        }
        let (first, step) = self.ids.unwrap_or((1, 1));
        let ids = Ids::new(first, step).context(
            "\"ids\" must be a first id and a step, which is at least the first id and at most \
             1024",
        )?;
        Ok(Settings::default().with(change).with_ids(ids))
    }
}
