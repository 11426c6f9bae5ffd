// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PlainToken} from "./TestTokens.sol";

/// Savings that grow every second: a rate with 27 decimals, compounded.
library Ray {
    uint256 internal constant ONE = 1e27;

    /// Raises by squaring; each product rounds to the nearest.
    function power(uint256 x, uint256 n) internal pure returns (uint256 z) {
        for (z = n % 2 == 0 ? ONE : x; (n /= 2) != 0;) {
            x = _product(x, x);
            if (n % 2 != 0) z = _product(z, x);
        }
    }

    function _product(uint256 a, uint256 b) private pure returns (uint256) {
        return (a * b + ONE / 2) / ONE;
    }
}

/// Holds the savings of MakerDAO's DAI as shares, and their value. Anyone may set the rate and shut
/// it down.
contract TestPot {
    mapping(address => uint256) public pie;
    uint256 public Pie;
    uint256 public dsr = Ray.ONE;
    uint256 public chi = Ray.ONE;
    uint256 public rho = block.timestamp;
    uint256 public live = 1;

    function file(uint256 dsr_) external {
        require(live == 1, "NOT_LIVE");
        drip();
        dsr = dsr_;
    }

    /// Stops interest immediately, including that of the seconds since the last drip.
    function cage() external {
        (live, dsr) = (0, Ray.ONE);
    }

    function drip() public returns (uint256) {
        (chi, rho) = (Ray.power(dsr, block.timestamp - rho) * chi / Ray.ONE, block.timestamp);
        return chi;
    }

    function join(uint256 shares) external {
        require(block.timestamp == rho, "OLD");
        pie[msg.sender] += shares;
        Pie += shares;
    }

    function exit(uint256 shares) external {
        pie[msg.sender] -= shares;
        Pie -= shares;
    }
}

/// Mints a token for savings and burns it in exchange for them. Mints nothing once it is closed.
contract TestSavingsJoin {
    PlainToken public immutable dai;
    uint256 public live = 1;

    constructor(PlainToken dai_) {
        dai = dai_;
    }

    function cage() external {
        live = 0;
    }

    function join(address, uint256 amount) external {
        dai.transferFrom(msg.sender, address(0xdead), amount);
    }

    function exit(address usr, uint256 amount) external {
        require(live == 1, "NOT_LIVE");
        dai.mint(usr, amount);
    }
}

/// An ERC-4626 vault whose shares follow a rate that grows every second.
abstract contract TestSavings is PlainToken {
    function asset() public view virtual returns (address);

    /// The value of a share in this second.
    function _chi() internal view virtual returns (uint256);

    /// The value of a share in this second, which is then stored.
    function _update() internal virtual returns (uint256);

    function _take(uint256 assets, uint256 shares) internal virtual;

    function _pay(uint256 assets, uint256 shares, address receiver) internal virtual;

    function maxDeposit(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function totalAssets() external view returns (uint256) {
        return totalSupply * _chi() / Ray.ONE;
    }

    function convertToAssets(uint256 shares) external view virtual returns (uint256) {
        return shares * _chi() / Ray.ONE;
    }

    function convertToShares(uint256 assets) external view returns (uint256) {
        return assets * Ray.ONE / _chi();
    }

    function previewDeposit(uint256 assets) external view virtual returns (uint256) {
        return assets * Ray.ONE / _chi();
    }

    function previewMint(uint256 shares) external view virtual returns (uint256) {
        return _up(shares * _chi(), Ray.ONE);
    }

    function previewRedeem(uint256 shares) external view virtual returns (uint256) {
        return shares * _chi() / Ray.ONE;
    }

    function previewWithdraw(uint256 assets) external view virtual returns (uint256) {
        return _up(assets * Ray.ONE, _chi());
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = assets * Ray.ONE / _update();
        _enter(assets, shares, receiver);
    }

    function mint(uint256 shares, address receiver) external returns (uint256 assets) {
        assets = _up(shares * _update(), Ray.ONE);
        _enter(assets, shares, receiver);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        assets = shares * _update() / Ray.ONE;
        _leave(assets, shares, receiver, owner);
    }

    function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares) {
        shares = _up(assets * Ray.ONE, _update());
        _leave(assets, shares, receiver, owner);
    }

    function _enter(uint256 assets, uint256 shares, address receiver) private {
        require(receiver != address(0) && receiver != address(this), "RECEIVER");
        _take(assets, shares);
        balanceOf[receiver] += shares;
        totalSupply += shares;
    }

    function _leave(uint256 assets, uint256 shares, address receiver, address owner) private {
        balanceOf[owner] -= shares;
        if (owner != msg.sender) allowance[owner][msg.sender] -= shares;
        totalSupply -= shares;
        _pay(assets, shares, receiver);
    }

    function _up(uint256 a, uint256 b) internal pure returns (uint256) {
        return a == 0 ? 0 : (a - 1) / b + 1;
    }
}

/// Written from the interface and the rounding of MakerDAO's SavingsDai: its DAI lies in the pot
/// and is minted on withdrawal.
contract TestSDai is TestSavings {
    TestPot public immutable pot;
    TestSavingsJoin public immutable daiJoin;
    PlainToken public immutable dai;

    constructor(TestSavingsJoin daiJoin_, TestPot pot_) {
        (daiJoin, pot, dai) = (daiJoin_, pot_, daiJoin_.dai());
        dai.approve(address(daiJoin_), type(uint256).max);
    }

    function asset() public view override returns (address) {
        return address(dai);
    }

    function _chi() internal view override returns (uint256) {
        return Ray.power(pot.dsr(), block.timestamp - pot.rho()) * pot.chi() / Ray.ONE;
    }

    function _update() internal override returns (uint256) {
        return block.timestamp > pot.rho() ? pot.drip() : pot.chi();
    }

    function _take(uint256 assets, uint256 shares) internal override {
        dai.transferFrom(msg.sender, address(this), assets);
        daiJoin.join(address(this), assets);
        pot.join(shares);
    }

    function _pay(uint256 assets, uint256 shares, address receiver) internal override {
        pot.exit(shares);
        daiJoin.exit(receiver, assets);
    }
}

/// Written from the interface and the rounding of Sky's sUSDS: it holds its USDS and mints the
/// interest on each deposit and withdrawal. Anyone may set the rate.
contract TestSUsds is TestSavings {
    PlainToken public immutable usds;
    TestSavingsJoin public immutable usdsJoin;
    uint192 internal rate = uint192(Ray.ONE);
    uint64 public rho = uint64(block.timestamp);
    uint256 public ssr = Ray.ONE;

    constructor(TestSavingsJoin usdsJoin_) {
        (usdsJoin, usds) = (usdsJoin_, usdsJoin_.dai());
    }

    function asset() public view override returns (address) {
        return address(usds);
    }

    function chi() external view virtual returns (uint192) {
        return rate;
    }

    function file(uint256 ssr_) external {
        drip();
        ssr = ssr_;
    }

    function drip() public returns (uint256 now_) {
        now_ = _chi();
        if (block.timestamp == rho) return now_;
        usdsJoin.exit(address(this), totalSupply * now_ / Ray.ONE - totalSupply * rate / Ray.ONE);
        (rate, rho) = (uint192(now_), uint64(block.timestamp));
    }

    function _chi() internal view override returns (uint256) {
        return Ray.power(ssr, block.timestamp - rho) * rate / Ray.ONE;
    }

    function _update() internal override returns (uint256) {
        return drip();
    }

    function _take(uint256 assets, uint256) internal override {
        usds.transferFrom(msg.sender, address(this), assets);
    }

    function _pay(uint256 assets, uint256, address receiver) internal override {
        usds.transfer(receiver, assets);
    }
}

/// Savings that overstate the value of their shares: as the last rate, as the current rate, or in
/// every view.
contract LyingSavings is TestSUsds {
    enum Lie {
        Nowhere,
        InTheLastRate,
        InTheRate,
        Everywhere
    }

    Lie private lie;

    constructor(TestSavingsJoin usdsJoin_) TestSUsds(usdsJoin_) {}

    function setLie(Lie lie_) external {
        lie = lie_;
    }

    function chi() external view override returns (uint192) {
        return lie == Lie.InTheLastRate ? uint192(_more(_chi())) : rate;
    }

    function convertToAssets(uint256 shares) external view override returns (uint256) {
        return shares * (lie >= Lie.InTheRate ? _more(_chi()) : _chi()) / Ray.ONE;
    }

    function previewDeposit(uint256 assets) external view override returns (uint256) {
        return assets * Ray.ONE / _told();
    }

    function previewMint(uint256 shares) external view override returns (uint256) {
        return _up(shares * _told(), Ray.ONE);
    }

    function previewRedeem(uint256 shares) external view override returns (uint256) {
        return shares * _told() / Ray.ONE;
    }

    function previewWithdraw(uint256 assets) external view override returns (uint256) {
        return _up(assets * Ray.ONE, _told());
    }

    function _told() private view returns (uint256) {
        return lie == Lie.Everywhere ? _more(_chi()) : _chi();
    }

    function _more(uint256 rate_) private pure returns (uint256) {
        return rate_ + rate_ / 1_000;
    }
}
