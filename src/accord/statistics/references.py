"""The publications that define statistics, weights and methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord.errors import UnknownNameError

__all__ = ["REFERENCES", "Reference", "cite", "keys_of"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A publication: enough to find it and to cite it."""

    key: str
    authors: str
    year: int
    title: str
    venue: str
    doi: str = ""

    def __str__(self) -> str:
        link = f" https://doi.org/{self.doi}" if self.doi else ""
        return f"{self.authors} ({self.year}). {self.title}. {self.venue}.{link}"


REFERENCES: dict[str, Reference] = {
    reference.key: reference
    for reference in (
        Reference(
            "aickin1990",
            "Aickin, M.",
            1990,
            "Maximum likelihood estimation of agreement in the constant predictive probability "
            "model, and its relation to Cohen's kappa",
            "Biometrics 46(2), 293-302",
            "10.2307/2531434",
        ),
        Reference(
            "altman1991",
            "Altman, D. G.",
            1991,
            "Practical statistics for medical research",
            "Chapman and Hall",
        ),
        Reference(
            "bangdiwala1985",
            "Bangdiwala, S. I.",
            1985,
            "A graphical test for observer agreement",
            "Proceedings of the 45th International Statistical Institute Meeting, 307-308",
        ),
        Reference(
            "beeferman1999",
            "Beeferman, D., Berger, A. and Lafferty, J.",
            1999,
            "Statistical models for text segmentation",
            "Machine Learning 34(1-3), 177-210",
            "10.1023/A:1007506220214",
        ),
        Reference(
            "berry1988",
            "Berry, K. J. and Mielke, P. W.",
            1988,
            "A generalization of Cohen's kappa agreement measure to interval measurement and "
            "multiple raters",
            "Educational and Psychological Measurement 48(4), 921-933",
            "10.1177/0013164488484007",
        ),
        Reference(
            "berry1990",
            "Berry, K. J. and Mielke, P. W.",
            1990,
            "A generalized agreement measure",
            "Educational and Psychological Measurement 50(1), 123-125",
        ),
        Reference(
            "berrymielke1997",
            "Berry, K. J. and Mielke, P. W.",
            1997,
            "Agreement measure comparisons between two independent sets of raters",
            "Educational and Psychological Measurement 57(2), 360-364",
        ),
        Reference(
            "bland1986",
            "Bland, J. M. and Altman, D. G.",
            1986,
            "Statistical methods for assessing agreement between two methods of clinical "
            "measurement",
            "The Lancet 327(8476), 307-310",
            "10.1016/S0140-6736(86)90837-8",
        ),
        Reference(
            "brennan1981",
            "Brennan, R. L. and Prediger, D. J.",
            1981,
            "Coefficient kappa: some uses, misuses, and alternatives",
            "Educational and Psychological Measurement 41(3), 687-699",
            "10.1177/001316448104100307",
        ),
        Reference(
            "byrt1993",
            "Byrt, T., Bishop, J. and Carlin, J. B.",
            1993,
            "Bias, prevalence and kappa",
            "Journal of Clinical Epidemiology 46(5), 423-429",
            "10.1016/0895-4356(93)90018-V",
        ),
        Reference(
            "calderon2025",
            "Calderon, N., Reichart, R. and Dror, R.",
            2025,
            "The alternative annotator test for LLM-as-a-judge",
            "Annual Meeting of the Association for Computational Linguistics",
        ),
        Reference(
            "cicchetti1971",
            "Cicchetti, D. V. and Allison, T.",
            1971,
            "A new procedure for assessing reliability of scoring EEG sleep recordings",
            "American Journal of EEG Technology 11(3), 101-110",
            "10.1080/00029238.1971.11080840",
        ),
        Reference(
            "cicchetti1981",
            "Cicchetti, D. V. and Heavens, R.",
            1981,
            "A computer program for determining the significance of the difference between pairs "
            "of independently derived values of kappa or weighted kappa",
            "Educational and Psychological Measurement 41(1), 189-193",
        ),
        Reference(
            "cicchetti1994",
            "Cicchetti, D. V.",
            1994,
            "Guidelines, criteria, and rules of thumb for evaluating normed and standardized "
            "assessment instruments in psychology",
            "Psychological Assessment 6(4), 284-290",
            "10.1037/1040-3590.6.4.284",
        ),
        Reference(
            "cohen1960",
            "Cohen, J.",
            1960,
            "A coefficient of agreement for nominal scales",
            "Educational and Psychological Measurement 20(1), 37-46",
            "10.1177/001316446002000104",
        ),
        Reference(
            "cohen1968",
            "Cohen, J.",
            1968,
            "Weighted kappa: nominal scale agreement provision for scaled disagreement or "
            "partial credit",
            "Psychological Bulletin 70(4), 213-220",
            "10.1037/h0026256",
        ),
        Reference(
            "conger1980",
            "Conger, A. J.",
            1980,
            "Integration and generalization of kappas for multiple raters",
            "Psychological Bulletin 88(2), 322-328",
            "10.1037/0033-2909.88.2.322",
        ),
        Reference(
            "dice1945",
            "Dice, L. R.",
            1945,
            "Measures of the amount of ecologic association between species",
            "Ecology 26(3), 297-302",
            "10.2307/1932409",
        ),
        Reference(
            "efron1987",
            "Efron, B.",
            1987,
            "Better bootstrap confidence intervals",
            "Journal of the American Statistical Association 82(397), 171-185",
            "10.1080/01621459.1987.10478410",
        ),
        Reference(
            "feinstein1990",
            "Feinstein, A. R. and Cicchetti, D. V.",
            1990,
            "High agreement but low kappa: I. The problems of two paradoxes",
            "Journal of Clinical Epidemiology 43(6), 543-549",
            "10.1016/0895-4356(90)90158-L",
        ),
        Reference(
            "fleiss1969",
            "Fleiss, J. L., Cohen, J. and Everitt, B. S.",
            1969,
            "Large sample standard errors of kappa and weighted kappa",
            "Psychological Bulletin 72(5), 323-327",
            "10.1037/h0028106",
        ),
        Reference(
            "fleiss1971",
            "Fleiss, J. L.",
            1971,
            "Measuring nominal scale agreement among many raters",
            "Psychological Bulletin 76(5), 378-382",
            "10.1037/h0031619",
        ),
        Reference(
            "fleiss1973",
            "Fleiss, J. L. and Cohen, J.",
            1973,
            "The equivalence of weighted kappa and the intraclass correlation coefficient as "
            "measures of reliability",
            "Educational and Psychological Measurement 33(3), 613-619",
            "10.1177/001316447303300309",
        ),
        Reference(
            "fleiss1979",
            "Fleiss, J. L., Nee, J. C. M. and Landis, J. R.",
            1979,
            "Large sample variance of kappa in the case of different sets of raters",
            "Psychological Bulletin 86(5), 974-977",
            "10.1037/0033-2909.86.5.974",
        ),
        Reference(
            "fleiss2003",
            "Fleiss, J. L., Levin, B. and Paik, M. C.",
            2003,
            "Statistical methods for rates and proportions (3rd ed.)",
            "Wiley",
            "10.1002/0471445428",
        ),
        Reference(
            "fournier2013",
            "Fournier, C.",
            2013,
            "Evaluating text segmentation using boundary edit distance",
            "Proceedings of ACL 2013, 1702-1712",
        ),
        Reference(
            "gwet2008",
            "Gwet, K. L.",
            2008,
            "Computing inter-rater reliability and its variance in the presence of high agreement",
            "British Journal of Mathematical and Statistical Psychology 61(1), 29-48",
            "10.1348/000711006X126600",
        ),
        Reference(
            "gwet2014",
            "Gwet, K. L.",
            2014,
            "Handbook of inter-rater reliability (4th ed.)",
            "Advanced Analytics",
        ),
        Reference(
            "holm1979",
            "Holm, S.",
            1979,
            "A simple sequentially rejective multiple test procedure",
            "Scandinavian Journal of Statistics 6(2), 65-70",
        ),
        Reference(
            "hripcsak2005",
            "Hripcsak, G. and Rothschild, A. S.",
            2005,
            "Agreement, the F-measure, and reliability in information retrieval",
            "Journal of the American Medical Informatics Association 12(3), 296-298",
            "10.1197/jamia.M1733",
        ),
        Reference(
            "jaccard1912",
            "Jaccard, P.",
            1912,
            "The distribution of the flora in the alpine zone",
            "New Phytologist 11(2), 37-50",
            "10.1111/j.1469-8137.1912.tb05611.x",
        ),
        Reference(
            "janson2001",
            "Janson, H. and Olsson, U.",
            2001,
            "A measure of agreement for interval or nominal multivariate observations",
            "Educational and Psychological Measurement 61(2), 277-289",
            "10.1177/00131640121971239",
        ),
        Reference(
            "komen2009",
            "Komen, E. R.",
            2009,
            "A fast general purpose procedure to calculate inter-rater agreement for coreference "
            "annotation",
            "Radboud University Nijmegen",
        ),
        Reference(
            "koo2016",
            "Koo, T. K. and Li, M. Y.",
            2016,
            "A guideline of selecting and reporting intraclass correlation coefficients for "
            "reliability research",
            "Journal of Chiropractic Medicine 15(2), 155-163",
            "10.1016/j.jcm.2016.02.012",
        ),
        Reference(
            "krippendorff1995",
            "Krippendorff, K.",
            1995,
            "On the reliability of unitizing continuous data",
            "Sociological Methodology 25, 47-76",
            "10.2307/271061",
        ),
        Reference(
            "krippendorff2016",
            "Krippendorff, K., Mathet, Y., Bouvry, S. and Widlöcher, A.",
            2016,
            "On the reliability of unitizing textual continua: further developments",
            "Quality & Quantity 50(6), 2347-2364",
            "10.1007/s11135-015-0266-1",
        ),
        Reference(
            "krippendorff2019",
            "Krippendorff, K.",
            2019,
            "Content analysis: an introduction to its methodology (4th ed.)",
            "SAGE",
            "10.4135/9781071878781",
        ),
        Reference(
            "landis1977",
            "Landis, J. R. and Koch, G. G.",
            1977,
            "The measurement of observer agreement for categorical data",
            "Biometrics 33(1), 159-174",
            "10.2307/2529310",
        ),
        Reference(
            "light1971",
            "Light, R. J.",
            1971,
            "Measures of response agreement for qualitative data: some generalizations and "
            "alternatives",
            "Psychological Bulletin 76(5), 365-377",
            "10.1037/h0031643",
        ),
        Reference(
            "loukina2020",
            "Loukina, A., Madnani, N., Cahill, A. and others",
            2020,
            "Using PRMSE to evaluate automated scoring systems in the presence of label noise",
            "Workshop on Innovative Use of NLP for Building Educational Applications, 18-29",
            "10.18653/v1/2020.bea-1.2",
        ),
        Reference(
            "passonneau2006",
            "Passonneau, R. J.",
            2006,
            "Measuring agreement on set-valued items (MASI) for semantic and pragmatic annotation",
            "Proceedings of LREC 2006, 831-836",
        ),
        Reference(
            "pevzner2002",
            "Pevzner, L. and Hearst, M. A.",
            2002,
            "A critique and improvement of an evaluation metric for text segmentation",
            "Computational Linguistics 28(1), 19-36",
            "10.1162/089120102317341756",
        ),
        Reference(
            "rogan1978",
            "Rogan, W. J. and Gladen, B.",
            1978,
            "Estimating prevalence from the results of a screening test",
            "American Journal of Epidemiology 107(1), 71-76",
            "10.1093/oxfordjournals.aje.a112510",
        ),
        Reference(
            "rubin1981",
            "Rubin, D. B.",
            1981,
            "The Bayesian bootstrap",
            "The Annals of Statistics 9(1), 130-134",
            "10.1214/aos/1176345338",
        ),
        Reference(
            "scott1955",
            "Scott, W. A.",
            1955,
            "Reliability of content analysis: the case of nominal scale coding",
            "Public Opinion Quarterly 19(3), 321-325",
            "10.1086/266577",
        ),
        Reference(
            "uebersax1982",
            "Uebersax, J. S.",
            1982,
            "A design-independent method for measuring the reliability of psychiatric diagnosis",
            "Journal of Psychiatric Research 17(4), 335-342",
        ),
        Reference(
            "warrens2012",
            "Warrens, M. J.",
            2012,
            "Cohen's quadratically weighted kappa is higher than linearly weighted kappa for "
            "tridiagonal agreement tables",
            "Statistical Methodology 9(3), 440-444",
            "10.1016/j.stamet.2011.08.006",
        ),
        Reference(
            "williamson2012",
            "Williamson, D. M., Xi, X. and Breyer, F. J.",
            2012,
            "A framework for evaluation and use of automated scoring",
            "Educational Measurement: Issues and Practice 31(1), 2-13",
            "10.1111/j.1745-3992.2011.00223.x",
        ),
        Reference(
            "yannakoudakis2015",
            "Yannakoudakis, H. and Cummins, R.",
            2015,
            "Evaluating the performance of automated text scoring systems",
            "Workshop on Innovative Use of NLP for Building Educational Applications, 213-223",
            "10.3115/v1/W15-0625",
        ),
    )
}


def keys_of(references: Sequence[str | Reference]) -> tuple[str, ...]:
    """Return the keys of references; references given in full are added to the known ones."""
    keys = []
    for reference in references:
        if isinstance(reference, Reference):
            REFERENCES.setdefault(reference.key, reference)
            keys.append(reference.key)
        elif reference in REFERENCES:
            keys.append(reference)
        else:
            raise UnknownNameError("reference", reference, REFERENCES, option="references")
    return tuple(keys)


def cite(*keys: str) -> tuple[str, ...]:
    """Return the full references of keys, in their order.

    >>> cite("cohen1960")[0][:18]
    'Cohen, J. (1960). '
    """
    return tuple(str(REFERENCES[key]) for key in keys)
